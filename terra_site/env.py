"""The environment, read in one place and typed.

A wrong value ends the program with one sentence that names the variable and shows an example.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from email.utils import parseaddr
from pathlib import Path
from typing import NoReturn
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

import msgspec
from django.http.request import validate_host

ROOT = Path(__file__).resolve().parent.parent
# A name, a name with all below it (.example.org), an address in brackets; no scheme, no port.
_HOST = re.compile(r"\.?[a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:.]+\]", re.IGNORECASE)
_ADDRESS = re.compile(r"[^@\s<>]+@[^@\s<>]+")


class ConfigError(SystemExit):
    """Ends the program with status 1; Python prints the sentence to standard error."""

    def __init__(self, variable: str, problem: str, example: str) -> None:
        self.variable = variable
        super().__init__(f"Configuration: {variable} {problem} Example: {variable}={example}")


class MailServer(msgspec.Struct, frozen=True):
    """Where outgoing mail goes."""

    scheme: str
    """"mailbox" (kept for reading under /dev/mail/), "smtp", or "smtps"."""
    host: str = ""
    port: int = 0
    user: str = ""
    password: str = ""
    starttls: bool = False


class MailDoor(msgspec.Struct, frozen=True):
    """Where incoming mail is taken in or fetched from."""

    scheme: str
    """"smtp" or "lmtp" (we listen), "imap" or "imaps" (we fetch)."""
    host: str
    port: int
    user: str = ""
    password: str = ""
    folder: str = ""


class Environment:
    """Typed access to the variables; `production` demands what only an operator can know."""

    def __init__(self, values: Mapping[str, str] | None = None, *, production: bool) -> None:
        self._values = os.environ if values is None else values
        self.production = production

    def text(self, name: str, default: str | None, *, example: str) -> str:
        value = self._values.get(name, "").strip()
        if value:
            return value
        if default is None:
            _refuse(name, "must be set in production.", example)
        return default

    def _required(self, name: str, embedded: str, *, example: str) -> str:
        return self.text(name, None if self.production else embedded, example=example)

    def flag(self, name: str, default: bool) -> bool:
        value = self._values.get(name, "").strip().lower()
        if not value:
            return default
        if value in {"1", "true", "yes", "on"}:
            return True
        if value in {"0", "false", "no", "off"}:
            return False
        _refuse(name, f"must be yes or no, not {value!r}.", "yes")

    def number(self, name: str, default: int, *, low: int, high: int) -> int:
        value = self._values.get(name, "").strip()
        if not value:
            return default
        if not value.isdecimal() or not low <= int(value) <= high:
            _refuse(
                name, f"must be a whole number from {low} to {high}, not {value!r}.", str(default)
            )
        return int(value)

    @property
    def data_dir(self) -> Path:
        """Everything the embedded site writes: database, broker, secret key, collected files."""
        return Path(self.text("DATA_DIR", str(ROOT / "var"), example="/srv/postspade/var"))

    @property
    def secret_key(self) -> str:
        key = self._values.get("SECRET_KEY", "").strip()
        example = "$(python3 -c 'import secrets; print(secrets.token_urlsafe(50))')"
        if not key and self.production:
            _refuse("SECRET_KEY", "must be set in production.", example)
        if key and len(key) < 50:
            _refuse("SECRET_KEY", "is too short; use 50 or more random characters.", example)
        if key and self.production and len(set(key)) < 10:
            _refuse("SECRET_KEY", "can be guessed; use 50 or more random characters.", example)
        if key:
            return key
        stored = self.data_dir / "secret-key"
        if stored.exists():
            return stored.read_text(encoding="ascii").strip()
        # Good for one command; `./run` stores a lasting one before it starts anything.
        import secrets

        return secrets.token_urlsafe(50)

    @property
    def former_secret_keys(self) -> list[str]:
        """Keys whose signatures still count, newest first; for a time after a change."""
        keys = self._values.get("SECRET_KEY_FALLBACKS", "").split(",")
        return [key.strip() for key in keys if key.strip()]

    @property
    def allowed_hosts(self) -> list[str]:
        example = "play.example.org"
        text = self._required("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]", example=example)
        hosts = [host.strip() for host in text.split(",") if host.strip()]
        if not hosts:
            _refuse("ALLOWED_HOSTS", "names no host.", example)
        for host in hosts:
            if not _HOST.fullmatch(host):
                _refuse("ALLOWED_HOSTS", f"has {host!r}; names alone, divided by commas.", example)
        return hosts

    @property
    def site_name(self) -> str:
        name = self.text("SITE_NAME", "Post & Spade", example="'Post & Spade'")
        if not name.isprintable():
            _refuse("SITE_NAME", "must be one line of plain text.", "'Post & Spade'")
        return name

    @property
    def site_url(self) -> str:
        example = "https://play.example.org"
        url = self._required("SITE_URL", f"http://localhost:{self.port}", example=example)
        parts = _url("SITE_URL", url, {"http", "https"}, example)
        if self.production and parts.scheme != "https":
            _refuse("SITE_URL", "must begin with https:// in production.", example)
        if parts.path.strip("/") or parts.query or parts.fragment or parts.username:
            _refuse("SITE_URL", "must name the site alone, without a path.", example)
        host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else str(parts.hostname)
        if self.production and not validate_host(host, self.allowed_hosts):
            _refuse("SITE_URL", f"names {host}, which ALLOWED_HOSTS does not.", example)
        return url.rstrip("/")

    @property
    def port(self) -> int:
        return self.number("PORT", 8000, low=1, high=65535)

    @property
    def database_url(self) -> str:
        example = "postgresql://user:password@localhost:5432/postspade"
        url = self._required(
            "DATABASE_URL", f"sqlite:///{self.data_dir / 'site.sqlite3'}", example=example
        )
        servers = {"postgresql", "postgres"}
        schemes = servers if self.production else servers | {"sqlite"}
        parts = _url("DATABASE_URL", url, schemes, example, host_needed=False)
        if not parts.path.strip("/"):
            _refuse("DATABASE_URL", "names no database.", example)
        return url

    @property
    def redis_url(self) -> str:
        """Empty: the embedded arrangement (broker in files, cache in the database)."""
        example = "redis://localhost:6379/0"
        url = self._required("REDIS_URL", "", example=example)
        if url:
            parts = _url("REDIS_URL", url, {"redis", "rediss"}, example)
            if not re.fullmatch(r"/?|/[0-9]+", parts.path):
                _refuse("REDIS_URL", "must end with the number of a database.", example)
        return url

    @property
    def redis_prefix(self) -> str:
        """Lets several sites share one Redis."""
        return self.text("REDIS_PREFIX", "postspade:", example="postspade:")

    @property
    def mail_from(self) -> str:
        example = "'Post & Spade <table@play.example.org>'"
        sender = self._required("MAIL_FROM", "Post & Spade <table@localhost>", example=example)
        if not sender.isprintable() or not _ADDRESS.fullmatch(parseaddr(sender)[1]):
            _refuse("MAIL_FROM", "must be an address, with or without a name.", example)
        return sender

    @property
    def mail_server(self) -> MailServer:
        example = "smtp://user:password@mail.example.org:587/?tls=yes"
        url = self._required("EMAIL_URL", "mailbox://", example=example)
        if url.rstrip("/:") == "mailbox":
            if self.production:
                _refuse("EMAIL_URL", "must name a mail server in production.", example)
            return MailServer("mailbox")
        parts = _url("EMAIL_URL", url, {"smtp", "smtps"}, example)
        tls = parse_qs(parts.query).get("tls", ["no"])[-1].lower()
        if tls not in {"yes", "no"}:
            _refuse("EMAIL_URL", f"has tls={tls!r}; it must be yes or no.", example)
        if tls == "yes" and parts.scheme == "smtps":
            _refuse("EMAIL_URL", "asks for TLS twice; take smtps:// or ?tls=yes.", example)
        return MailServer(
            scheme=parts.scheme,
            host=parts.hostname or "",
            port=_port("EMAIL_URL", parts, example) or (465 if parts.scheme == "smtps" else 25),
            user=unquote(parts.username or ""),
            password=unquote(parts.password or ""),
            starttls=tls == "yes",
        )

    @property
    def reply_address(self) -> str:
        """Base of all reply addresses: `move@…` becomes `move+token@…`. Empty: no replies."""
        example = "move@reply.play.example.org"
        address = self.text(
            "REPLY_ADDRESS", "" if self.production else "move@localhost", example=example
        )
        local = address.partition("@")[0]
        if address and (not _ADDRESS.fullmatch(address) or "+" in local):
            _refuse("REPLY_ADDRESS", "must be a plain address without a +.", example)
        if len(local) > 12:
            _refuse("REPLY_ADDRESS", "has more than 12 letters before the @.", example)
        return address.lower()

    @property
    def receiving_server(self) -> str:
        """How our mail server calls itself in Authentication-Results. Empty: it checks nothing."""
        return self.text("MAIL_AUTHSERV_ID", "", example="mx.play.example.org")

    @property
    def listen_for_mail(self) -> MailDoor:
        example = "lmtp://127.0.0.1:8024"
        url = self.text("INBOUND_LISTEN", "smtp://127.0.0.1:8025", example=example)
        parts = _url("INBOUND_LISTEN", url, {"smtp", "lmtp"}, example)
        port = _port("INBOUND_LISTEN", parts, example)
        if not port:
            _refuse("INBOUND_LISTEN", "names no port.", example)
        return MailDoor(parts.scheme, parts.hostname or "", port)

    @property
    def mail_to_fetch(self) -> MailDoor | None:
        example = "imaps://user:password@mail.example.org/INBOX"
        url = self.text("IMAP_URL", "", example=example)
        if not url:
            return None
        parts = _url("IMAP_URL", url, {"imap", "imaps"}, example)
        if not parts.username or not parts.password:
            _refuse("IMAP_URL", "names no user and password.", example)
        return MailDoor(
            scheme=parts.scheme,
            host=parts.hostname or "",
            port=_port("IMAP_URL", parts, example) or (993 if parts.scheme == "imaps" else 143),
            user=unquote(parts.username),
            password=unquote(parts.password),
            folder=unquote(parts.path.strip("/")) or "INBOX",
        )

    @property
    def vapid_private_key(self) -> str:
        """Signs messages to browsers. Empty: in production none, embedded a key of its own."""
        example = "$(python manage.py push_key)"
        key = self.text("VAPID_PRIVATE_KEY", "", example=example)
        if key and not (len(key) == 43 and key.replace("-", "").replace("_", "").isalnum()):
            _refuse("VAPID_PRIVATE_KEY", "must be 32 octets in URL-safe base64.", example)
        return key

    @property
    def webhook_secret(self) -> str:
        """`user:password` that a mail provider must give. Empty: no provider may call."""
        example = "provider:a-long-random-word"
        secret = self.text("INBOUND_WEBHOOK_SECRET", "", example=example)
        if secret and (":" not in secret or len(secret) < 20):
            _refuse(
                "INBOUND_WEBHOOK_SECRET", "must be user:password, 20 characters or more.", example
            )
        return secret


def _url(
    name: str, value: str, schemes: set[str], example: str, *, host_needed: bool = True
) -> SplitResult:
    try:
        parts = urlsplit(value)
    except ValueError:
        _refuse(name, "is not a well-formed address.", example)
    if parts.scheme not in schemes:
        wanted = " or ".join(f"{scheme}://" for scheme in sorted(schemes))
        _refuse(name, f"must begin with {wanted}.", example)
    if host_needed and not parts.hostname:
        _refuse(name, "names no host.", example)
    _port(name, parts, example)
    return parts


def _port(name: str, parts: SplitResult, example: str) -> int | None:
    try:
        return parts.port
    except ValueError:
        _refuse(name, "has a port that is not a number from 1 to 65535.", example)


def _refuse(variable: str, problem: str, example: str) -> NoReturn:
    raise ConfigError(variable, problem, example)
