"""A server on loopback that keeps what it is sent and answers as a test wants."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Call:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Endpoint:
    """`answers`: (status, headers, body), one after the other; the last one stays."""

    url: str = ""
    calls: list[Call] = field(default_factory=list)
    answers: list[tuple[int, dict[str, str], bytes]] = field(
        default_factory=lambda: [(201, {}, b"")]
    )
    gate: threading.Event = field(default_factory=threading.Event)
    """Answers are given while it is set."""

    def answer(self, status: int, body: bytes = b"", **headers: str) -> None:
        """From now on, this."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.answers = [(status, named, body)]


@contextmanager
def endpoint() -> Iterator[Endpoint]:
    place = Endpoint()
    place.gate.set()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            place.calls.append(Call(self.path, headers, body))
            place.gate.wait(30)
            status, given, text = place.answers[0]
            if len(place.answers) > 1:
                place.answers.pop(0)
            self.send_response(status)
            for name, value in {**given, "Content-Length": str(len(text))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(text)

        do_GET = do_POST  # noqa: N815

        def log_message(self, format: str, *args: object) -> None:
            pass

        def handle(self) -> None:
            with suppress(BrokenPipeError, ConnectionResetError):  # the caller was killed
                super().handle()

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    place.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield place
    finally:
        place.gate.set()
        server.shutdown()
        thread.join()
        server.server_close()
