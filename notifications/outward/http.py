"""Calling an address that somebody else wrote, without being led into our own network.

The name is resolved once, every address it has must be public, and the connection goes to an
address that was looked at: a name that changes its mind in between gains nothing. No redirects, no
proxies from the environment, and little of the answer is read.
"""

from __future__ import annotations

import ipaddress
import socket
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, urlsplit

import requests
from django.conf import settings
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import ConnectTimeoutError, HTTPError, NewConnectionError

CONNECT_WITHIN = 5.0
ANSWER_WITHIN = 8.0
"""Seconds; the whole answer, not the pause between two octets."""
ANSWER_LIMIT = 64 * 1024
LONGEST_URL = 1000

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


class TargetRefused(Exception):
    """A stable code for why we do not call there: "not-a-url", "not-https", "private"."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Answer:
    """What came back, as far as it was read."""

    status: int
    headers: dict[str, str]
    text: str


def is_public(address: str) -> bool:
    """Not loopback, private, link-local, multicast or reserved, nor one of these in disguise."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    return all(inner.is_global and not inner.is_multicast for inner in _faces(ip))


def _faces(ip: Address) -> list[Address]:
    """The address, and the IPv4 addresses that an IPv6 one may lead to."""
    if isinstance(ip, ipaddress.IPv4Address):
        return [ip]
    if ip.ipv4_mapped:
        return [ip.ipv4_mapped]
    inner: list[Address | None] = [ip, ip.sixtofour, *(ip.teredo or ())]
    if ip in _NAT64:
        inner.append(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF))
    return [face for face in inner if face is not None]


def url_check(url: str) -> str:
    """The URL, if it may be called as far as it can be seen without asking for its name."""
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname, parts.port
    except ValueError:
        raise TargetRefused("not-a-url") from None
    wrong = not host or parts.scheme not in {"http", "https"} or parts.username or parts.password
    if wrong or len(url) > LONGEST_URL or not url.isascii() or any(c <= " " for c in url):
        raise TargetRefused("not-a-url")
    if parts.scheme != "https" and not settings.PRIVATE_TARGETS:
        raise TargetRefused("not-https")
    return url


def addresses_check(parts: SplitResult) -> None:
    """Whether the name leads to public addresses now. Raises TargetRefused or socket.gaierror."""
    _resolved(parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80))


def _resolved(host: str, port: int) -> list[tuple[Any, ...]]:
    """What the name stands for; refused as a whole if one of the addresses is not public."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    if not settings.PRIVATE_TARGETS:
        for *_kind, place in found:
            if not is_public(str(place[0])):
                raise TargetRefused("private")
    return found


class _Guarded:
    """Instead of the name, the addresses that were looked at are connected to."""

    def _new_conn(self: Any) -> socket.socket:
        try:
            places = _resolved(self._dns_host, self.port)
        except socket.gaierror as error:
            raise NewConnectionError(self, f"unknown name: {error}") from error
        failure: OSError | None = None
        for family, kind, protocol, _name, place in places:
            sock = socket.socket(family, kind, protocol)
            try:
                sock.settimeout(CONNECT_WITHIN)
                sock.connect(place)
            except OSError as error:
                sock.close()
                failure = error
            else:
                return sock
        if isinstance(failure, TimeoutError):
            raise ConnectTimeoutError(self, f"{self.host} does not answer") from failure
        raise NewConnectionError(self, f"cannot connect: {failure}") from failure


class _HTTPConnection(_Guarded, HTTPConnection):
    pass


class _HTTPSConnection(_Guarded, HTTPSConnection):
    pass


class _HTTPPool(HTTPConnectionPool):
    ConnectionCls = _HTTPConnection


class _HTTPSPool(HTTPSConnectionPool):
    ConnectionCls = _HTTPSConnection


class _Adapter(HTTPAdapter):
    def init_poolmanager(self, *args: Any, **values: Any) -> None:
        super().init_poolmanager(*args, **values)
        self.poolmanager.pool_classes_by_scheme = {"http": _HTTPPool, "https": _HTTPSPool}


class GuardedSession(requests.Session):
    """As `requests` has it, with the guards above whatever the caller asks for."""

    def __init__(self) -> None:
        super().__init__()
        self.trust_env = False
        self.headers["User-Agent"] = f"PostAndSpade (+{settings.SITE_URL})"
        self.headers["Accept-Encoding"] = "identity"
        for scheme in ("http://", "https://"):
            self.mount(scheme, _Adapter())

    def request(  # type: ignore[override]
        self, method: str, url: str, *args: Any, **values: Any
    ) -> requests.Response:
        url_check(url)
        values.update(
            allow_redirects=False, stream=True, timeout=(CONNECT_WITHIN, ANSWER_WITHIN), proxies={}
        )
        response = super().request(method, url, *args, **values)
        with response:
            response._content = _read(response)
        return response


def _read(response: requests.Response) -> bytes:
    """The beginning of the answer; who sends an octet a second is not waited for."""
    until = time.monotonic() + ANSWER_WITHIN
    content = b""
    while len(content) < ANSWER_LIMIT and time.monotonic() < until:
        try:
            piece = response.raw.read1(ANSWER_LIMIT - len(content))
        except HTTPError as error:
            raise requests.ConnectionError(str(error)) from error
        if not piece:
            break
        content += piece
    return content


def call(url: str, *, body: bytes, headers: dict[str, str]) -> Answer:
    """POST, once. Raises TargetRefused or requests.RequestException."""
    with GuardedSession() as session:
        response = session.post(url, data=body, headers=headers)
    return Answer(
        status=response.status_code,
        headers={name.lower(): value for name, value in response.headers.items()},
        text=response.content.decode("utf-8", "replace"),
    )
