"""The collection of real mails outside the project: MAIL_SAMPLES names its folder."""

import json
import os
import re
from pathlib import Path

import pytest

from notifications.inbound.body import body_of
from notifications.inbound.lines import normal
from notifications.inbound.machine import MachineKind, machine_mail
from notifications.inbound.quotes import own_words
from notifications.inbound.reading import read_mail
from notifications.inbound.reports import Permanence
from notifications.inbound.wire import parse_message
from tooling.bootstrap import ROOT

FOLDER = Path(os.environ.get("MAIL_SAMPLES") or ROOT.parent / "shared" / "mail-samples")
pytestmark = pytest.mark.skipif(
    not (FOLDER / "replies.json").exists(),
    reason="no mail samples beside the project; set MAIL_SAMPLES to the folder that holds them",
)


def manifest(name: str) -> list[dict]:
    path = FOLDER / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else []


def comparable(text: str) -> str:
    return re.sub(r"\n{3,}", "\n\n", normal(text)).strip()


def text_of(sample: dict) -> str:
    data = (FOLDER / sample["file"]).read_bytes()
    if sample["file"].endswith(".txt"):
        return normal(data.decode("utf-8"))
    return body_of(parse_message(data)).text


@pytest.mark.parametrize("sample", manifest("replies") + manifest("odd"), ids=lambda s: s["file"])
def test_own_words(sample):
    right = [sample["expected"], *(sample.get("expected_also") or [])]
    assert comparable(own_words(text_of(sample)).text) in [comparable(words) for words in right]


KINDS = {
    "vacation notice": MachineKind.AUTO_REPLY,
    "auto-reply": MachineKind.AUTO_REPLY,
    "bounce": MachineKind.BOUNCE,
    "delay notice": MachineKind.BOUNCE,
    "complaint": MachineKind.COMPLAINT,
    "mailing list mail": MachineKind.LIST,
    "list or bulk mail": MachineKind.LIST,
    "loop": MachineKind.LOOP,
    "read receipt": MachineKind.READ_RECEIPT,
}


@pytest.mark.parametrize("sample", manifest("machine"), ids=lambda s: s["file"])
def test_machine_mail(sample):
    message = parse_message((FOLDER / sample["file"]).read_bytes())
    found = machine_mail(message, ours=["reply@mail.example.com"])
    if sample["kind"].startswith("NOT machine"):
        assert found is None
        return
    assert found is not None
    assert found.kind is next(
        kind for text, kind in KINDS.items() if sample["kind"].startswith(text)
    )
    if found.kind is MachineKind.BOUNCE:
        assert found.bounce is not None
        assert found.bounce.addresses
        wanted = {"mark": Permanence.PERMANENT, "do n": Permanence.DELAY, "soft": Permanence.SOFT}
        assert found.bounce.permanence is wanted[sample["handling"][:4]]


@pytest.mark.parametrize("sample", manifest("odd"), ids=lambda s: s["file"])
def test_odd_mail_is_refused_for_the_right_reason(sample):
    if sample["file"].endswith(".txt"):
        raw = b"From: a@example.org\nContent-Type: text/plain; charset=utf-8\n\n"
        raw += (FOLDER / sample["file"]).read_bytes()
    else:
        raw = (FOLDER / sample["file"]).read_bytes()
    mail = read_mail(raw)
    handling = sample["handling"]
    for words, code in {
        "refuse: encrypted": "encrypted",
        "refuse: no readable text": "not-text",
        "refuse: nothing written": "nothing-written",
        "refuse: forwarded, nothing": "forwarded",
    }.items():
        if handling.startswith(words):
            assert mail.reason == code
    if handling.startswith("play"):
        assert not mail.reason
    if handling.startswith(("refuse: sender not clear", "refuse: sender not readable")):
        assert mail.sender.problem
