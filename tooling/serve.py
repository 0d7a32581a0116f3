"""`./run`: prepare the embedded site, then keep web, worker and scheduler going together."""

from __future__ import annotations

import argparse
import ctypes
import errno
import fcntl
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import IO

from terra_site.env import Environment
from tooling.bootstrap import ROOT, say, stop
from tooling.outside import outside_check

PR_SET_PDEATHSIG = 1
"""Of prctl, Linux alone: which signal a process gets when its parent is gone."""
PATIENCE = 15.0
"""Seconds a process gets to end by itself: Celery with its broker in files needs up to six."""


class Child:
    """One process of the site, with its output in a file under var/log."""

    def __init__(self, name: str, command: list[str], logs: Path) -> None:
        self.name = name
        self.log = logs / f"{name}.log"
        self._output = self.log.open("ab")
        # A session of its own: Ctrl-C reaches us alone, and we end the children in order.
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=self._output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=_not_without_parent() if sys.platform == "linux" else None,
        )

    @property
    def ended(self) -> bool:
        return self.process.poll() is not None

    def end(self, deadline: float) -> None:
        if not self.ended:
            self.process.terminate()
        try:
            self.process.wait(max(deadline - time.monotonic(), 0.1))
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self._output.close()

    def last_words(self) -> str:
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
        return "\n".join(lines[-15:])


def _not_without_parent() -> Callable[[], None]:
    """Whoever kills us with -9 leaves no web server on our port and no second worker.

    The library is loaded here: between fork and exec there is little that may be done.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    return lambda: libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def main(arguments: list[str]) -> int:
    try:
        return _run(_options(arguments))
    except KeyboardInterrupt:  # before there is anything to be stopped in order
        say("\nStopped before the site was up; the next ./run goes on from here.")
        return 1


def _run(options: argparse.Namespace) -> int:
    os.environ["PORT"] = str(options.port)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "terra_site.settings.dev")
    if options.debug:
        os.environ["DEBUG"] = "yes"

    data = Path(os.environ.get("DATA_DIR") or ROOT / "var")
    logs = data / "log"
    try:
        for folder in (logs, data / "broker" / "queue", data / "broker" / "control"):
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        stop(
            f"Configuration: DATA_DIR cannot be written ({error.filename}: {error.strerror}). "
            "Example: DATA_DIR=/srv/postspade/var"
        )
    lock = _only_one(data / "run.lock", options.port)
    _free_port(options.host, options.port)
    _lasting_secret(data / "secret-key")
    if os.environ["DJANGO_SETTINGS_MODULE"] == "terra_site.settings.dev":
        outside_check(Environment(production=False))
    sign_ins = _prepare(data)
    try:
        return _serve(options, logs, data, sign_ins)
    finally:
        lock.close()


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./run", description="Start the site on this machine.")
    parser.add_argument("--port", type=int, help="port to listen on (default 8000, or PORT)")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--debug", action="store_true", help="technical error pages")
    options = parser.parse_args(arguments)
    if options.port is None:
        options.port = Environment(production=False).port
    if not 1 <= options.port <= 65535:
        parser.error("the port must be a number from 1 to 65535")
    return options


def _only_one(path: Path, port: int) -> IO[str]:
    """Hold a lock as long as we live; the system frees it however we end."""
    lock = path.open("a+", encoding="utf-8")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.seek(0)
        stop(
            "The site is already running from this folder "
            f"({lock.read().strip() or 'starting up'}). Stop it there with Ctrl-C first."
        )
    lock.seek(0)
    lock.truncate()
    lock.write(f"process {os.getpid()}, port {port}")
    lock.flush()
    return lock


def _free_port(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
                stop(
                    f"This machine has no address {host} to listen on ({error.strerror}). "
                    "Example: ./run --host 0.0.0.0"
                )
            stop(
                f"Port {port} cannot be used ({error.strerror}). "
                f"Choose another one: ./run --port {port + 1 if port < 65535 else 8001}"
            )


def _lasting_secret(path: Path) -> None:
    if not path.exists():
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))


def _manage(*arguments: str) -> str:
    """Run a management command; its complaint becomes ours."""
    outcome = subprocess.run(
        [sys.executable, "manage.py", *arguments], cwd=ROOT, capture_output=True, text=True
    )
    if outcome.returncode:
        message = outcome.stderr.strip()
        if message.startswith("Configuration:"):
            stop(message)
        stop(f"`manage.py {' '.join(arguments)}` failed:\n{message or outcome.stdout}")
    return outcome.stdout


def _prepare(data: Path) -> str:
    from tooling.translations import compile_all

    say("Preparing the database …")
    _manage("migrate", "--no-input", "--verbosity", "0")
    _manage("createcachetable")
    compile_all()
    _manage("collectstatic", "--no-input", "--verbosity", "0")
    shown = data / "demo-sign-ins"
    if not shown.exists():
        say("Loading demo content (once) …")
        shown.write_text(_manage("load_demo"), encoding="utf-8")
    return shown.read_text(encoding="utf-8")


def _serve(options: argparse.Namespace, logs: Path, data: Path, sign_ins: str) -> int:
    stopping: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda received, _frame: stopping.append(received))

    python = sys.executable
    web = [python, "-m", "uvicorn", "terra_site.asgi:application", "--host", options.host]
    web += ["--port", str(options.port), "--lifespan", "off", "--timeout-graceful-shutdown", "2"]
    web += ["--no-access-log"]
    worker = [python, "-m", "celery", "-A", "terra_site", "worker", "-B", "-P", "solo"]
    worker += ["-s", str(data / "beat-schedule"), "--without-gossip", "--without-mingle"]
    worker += ["--loglevel", "WARNING"]
    children = [Child("web", web, logs), Child("worker", worker, logs)]
    try:
        address = f"http://{'localhost' if options.host == '127.0.0.1' else options.host}"
        address += f":{options.port}/"
        announced = False
        while not stopping:
            dead = next((child for child in children if child.ended), None)
            if dead:
                say(f"The {dead.name} process ended by itself. Its last words ({dead.log}):")
                say(dead.last_words())
                return 1
            if not announced and _answers(options):
                _announce(address, sign_ins, logs)
                announced = True
            time.sleep(0.2)
        say("\nStopping …")
        return 0
    finally:
        deadline = time.monotonic() + PATIENCE
        for child in children:
            if not child.ended:
                child.process.terminate()
        for child in children:
            child.end(deadline)
        say("Stopped. All data is kept.")


def _answers(options: argparse.Namespace) -> bool:
    host = "[::1]" if ":" in options.host else "127.0.0.1"
    if options.host not in {"0.0.0.0", "::", "127.0.0.1", "::1"}:
        host = options.host
    try:
        with urllib.request.urlopen(f"http://{host}:{options.port}/healthz", timeout=2) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def _announce(address: str, sign_ins: str, logs: Path) -> None:
    say("")
    say(f"  The site is at        {address}")
    if os.environ.get("EMAIL_URL", "mailbox://").startswith("mailbox"):
        say(f"  Its mail is at        {address}dev/mail/")
    else:
        say("  Its mail goes to the server that EMAIL_URL names")
    say("  Sign in as")
    for row in sign_ins.splitlines():
        name, password, *who = row.split("\t")
        say(f"    {name:<12} password {password:<18} {', '.join(who)}")
    say(f"  Logs are in           {logs}")
    say("  Ctrl-C stops it; all data is kept.\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
