"""`./run`, as a newcomer meets it: the real processes, on a data folder of its own."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

from tooling.bootstrap import ROOT
from tooling.services import free_port

pytestmark = pytest.mark.embedded


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "tooling.serve", *arguments]


def environment(data: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {**kept, "DATA_DIR": str(data), "PYTHONUNBUFFERED": "1"}


class Site:
    """A running site and a small browser for it."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process, self.port = process, port
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

    def get(self, path: str) -> str:
        try:
            answer = self._opener.open(f"http://127.0.0.1:{self.port}{path}", timeout=20)
        except urllib.error.HTTPError as refusal:
            answer = refusal  # /readyz says 503 until a worker was heard
        with answer:
            return answer.read().decode()

    def wait_for_page(self, path: str, text: str, seconds: float) -> str:
        deadline = time.monotonic() + seconds
        while text not in (page := self.get(path)):
            assert time.monotonic() < deadline, f"{path} does not say {text!r} after {seconds} s"
            time.sleep(0.3)
        return page


@contextmanager
def running(data: Path, port: int):
    process = subprocess.Popen(
        command("--port", str(port)),
        cwd=ROOT,
        env=environment(data),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    said = []
    try:
        for line in process.stdout:
            said.append(line)
            if "Ctrl-C stops it" in line:
                break
        else:
            pytest.fail("the site did not start:\n" + "".join(said))
        site = Site(process, port)
        site.banner = "".join(said)
        yield site
    finally:
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=40)
    assert process.returncode == 0, rest
    assert "Stopped. All data is kept." in rest


def manage(data: Path, *arguments: str) -> str:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment(data),
        check=True,
        capture_output=True,
        text=True,
    ).stdout


QUEUE_A_MAIL = (
    "from django.core.mail import send_mail; send_mail('{0}', 'Text', None, ['marta@example.org'])"
)


@pytest.mark.long
def test_the_life_of_an_embedded_site(tmp_path):
    """Start, be used, stop, be changed while down, start again: nothing is lost."""
    port = free_port()
    with running(tmp_path, port) as site:
        assert f"http://localhost:{port}/" in site.banner
        assert f"http://localhost:{port}/dev/mail/" in site.banner
        assert re.search(r"marta +password \S+", site.banner)
        assert "Post &amp; Spade" in site.get("/")
        site.wait_for_page("/readyz", '"ready": true', 30)
        manage(tmp_path, "shell", "-c", QUEUE_A_MAIL.format("While up"))
        site.wait_for_page("/dev/mail/", "While up", 30)

        second = subprocess.run(
            command("--port", str(free_port())),
            cwd=ROOT,
            env=environment(tmp_path),
            capture_output=True,
            text=True,
        )
        assert second.returncode == 1
        assert "already running from this folder" in second.stderr
        assert f"port {port}" in second.stderr

    manage(tmp_path, "shell", "-c", QUEUE_A_MAIL.format("While down"))
    # As after a crash: the broker has forgotten the task, only the row is left.
    for message in (tmp_path / "broker" / "queue").iterdir():
        message.unlink()
    with running(tmp_path, port) as site:
        page = site.wait_for_page("/dev/mail/", "While down", 60)
        assert "While up" in page


def test_a_taken_port_is_said_with_the_way_out(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        outcome = subprocess.run(
            command("--port", str(port)),
            cwd=ROOT,
            env=environment(tmp_path),
            capture_output=True,
            text=True,
        )
    assert outcome.returncode == 1
    assert f"Port {port} cannot be used" in outcome.stderr
    assert "./run --port" in outcome.stderr


@pytest.mark.parametrize(
    ("arguments", "variables", "says"),
    [
        ((), {"DATA_DIR": "/proc/nowhere"}, "Configuration: DATA_DIR cannot be written"),
        ((), {"DATABASE_URL": "sqlite:////proc/x/y"}, "Configuration: DATABASE_URL names a data"),
        ((), {"DATABASE_URL": "postgresql://u@127.0.0.1:1/x"}, "Configuration: DATABASE_URL names"),
        ((), {"REDIS_URL": "redis://127.0.0.1:1/0"}, "Configuration: REDIS_URL names a server"),
        (("--host", "192.0.2.1"), {}, "This machine has no address 192.0.2.1"),
        (("--host", "nowhere.invalid"), {}, "This machine has no address nowhere.invalid"),
    ],
)
def test_where_nothing_can_be_written_or_heard_is_said(tmp_path, arguments, variables, says):
    outcome = subprocess.run(
        command("--port", str(free_port()), *arguments),
        cwd=ROOT,
        env={**environment(tmp_path), **variables},
        capture_output=True,
        text=True,
    )
    assert outcome.returncode == 1
    assert outcome.stderr.startswith(says)
    assert outcome.stderr.count("\n") == 1


A_PARENT = """
import sys, time
from pathlib import Path
from tooling.serve import Child
sleeps = [sys.executable, "-c", "import time; time.sleep(90)"]
print(Child("sleeper", sleeps, Path(sys.argv[1])).process.pid, flush=True)
time.sleep(90)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children of their parent")
def test_whoever_is_killed_leaves_no_process_behind(tmp_path):
    parent = subprocess.Popen(
        [sys.executable, "-c", A_PARENT, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    child = Path("/proc", parent.stdout.readline().strip())
    assert child.exists()
    parent.kill()
    parent.communicate()
    deadline = time.monotonic() + 20
    # Nobody may have asked yet how it ended: then it is a zombie.
    while child.exists() and "\nState:\tZ" not in (child / "status").read_text():
        assert time.monotonic() < deadline, "it still runs"
        time.sleep(0.05)


def test_wrong_configuration_is_one_sentence(tmp_path):
    outcome = subprocess.run(
        command("--port", str(free_port())),
        cwd=ROOT,
        env={**environment(tmp_path), "DATABASE_URL": "oracle://x"},
        capture_output=True,
        text=True,
    )
    assert outcome.returncode == 1
    assert outcome.stderr.startswith("Configuration: DATABASE_URL must begin with")
