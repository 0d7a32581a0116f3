"""Mails of many programs, in our own words: what is the sender's own, and what it asks for.

Every quote in them is full of commands; none of these may ever come through.
"""

from __future__ import annotations

import pytest

from notifications.inbound.commands import read_orders
from notifications.inbound.machine import machine_mail
from notifications.inbound.reading import read_mail
from notifications.inbound.wire import parse_message
from tests.notifications.inbound.letters import Case, cases

PEOPLE = [*cases("text"), *cases("pages", "text/html; charset=utf-8"), *cases("odd")]
MACHINES = cases("machines")
OURS = ["table@reply.example.net", "move@reply.example.net"]


def test_there_are_many():
    assert len(PEOPLE) + len(MACHINES) >= 450


def name_of(case: Case) -> str:
    return case.name


@pytest.mark.parametrize("case", PEOPLE, ids=name_of)
def test_a_person_s_mail(case):
    mail = read_mail(case.raw, envelope_sender="player@example.org", ours=OURS)
    assert mail.machine is None
    assert mail.words == case.words
    orders = read_orders(mail.words, language=case.language, names=[mail.sender.name])
    assert (mail.reason or orders.reason) == case.reason
    if not mail.reason:
        assert orders.order == case.order
        assert orders.chat == case.chat


@pytest.mark.parametrize("case", MACHINES, ids=name_of)
def test_a_machine_s_mail(case):
    found = machine_mail(parse_message(case.raw), ours=OURS)
    assert found is not None
    assert found.kind == case.kind[0]
    if found.bounce is not None:
        assert [found.bounce.permanence, *found.bounce.addresses] == case.kind[1:]
    elif case.kind[0] == "complaint":
        assert list(found.complaint_about) == case.kind[1:]
