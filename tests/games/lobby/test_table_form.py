"""The form that opens a table, built from the rules' own list of options."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from engine.registry import latest
from games.forms.clocks import clock_initial
from games.forms.options import PREFIX, OptionsForm
from games.forms.table import TableForm
from tests.engine.toy import ToyRules
from tests.factories import UserFactory

TERRA = latest("terra_mystica")
TOY = ToyRules()
TOO_MANY = [
    "alchemists",
    "darklings",
    "cultists",
    "halflings",
    "engineers",
    "dwarves",
    "mermaids",
    "swarmlings",
    "auren",
    "witches",
]
GOOD = {
    "name": "Pale Lantern",
    "seats": "4",
    "hours": "72",
    "who": "public",
    "start": "full",
    f"{PREFIX}map": "fjords",
    f"{PREFIX}preset": "none",
    f"{PREFIX}auction": "none",
    f"{PREFIX}setup": "choice",
    f"{PREFIX}draft-size": "7",
    f"{PREFIX}starting-vp": "20",
    f"{PREFIX}variable-turn-order": "on",
}


class ForTwo(OptionsForm):
    def seats_chosen(self) -> int:
        return 2


def toy(**chosen: str) -> ForTwo:
    data = {PREFIX + key: value for key, value in {"rounds": "2", "price": "1", **chosen}.items()}
    return ForTwo(data, rules=TOY)


def test_every_kind_of_option_has_a_field():
    form = toy(market="on")
    assert form.is_valid(), form.errors
    assert form.cleaned_data["options"] == {
        "rounds": 2,
        "market": True,
        "price": "1",
        "austere": False,
    }


def test_a_number_outside_its_limits_is_refused():
    assert f"{PREFIX}rounds" in toy(rounds="9").errors


def test_options_that_exclude_each_other_are_refused_by_name():
    form = toy(market="on", austere="on")
    assert form.errors[f"{PREFIX}market"] == ["This does not go together with “Austere”."]


def test_an_option_that_means_nothing_here_is_left_out():
    form = toy(price="2")
    assert form.is_valid(), form.errors
    assert "price" not in form.cleaned_data["options"]


@pytest.fixture
def host(db):
    return UserFactory(username="Marta")


@pytest.fixture
def submit(host):
    def submit(**changes: str) -> TableForm:
        return TableForm({**GOOD, **changes}, rules=TERRA, user=host)

    return submit


def test_what_was_chosen_is_what_the_rules_get(submit):
    form = submit(**{f"{PREFIX}banned-factions": ["auren"]})
    assert form.is_valid(), form.errors
    options = form.cleaned_data["options"]
    assert options["map"] == "fjords"
    assert options["variable-turn-order"] is True
    assert options["shipping-bonus"] is False
    assert options["banned-factions"] == ["auren"]
    TERRA.setup(options, 4)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        pytest.param({"name": ""}, "name", "This field is required.", id="without a name"),
        pytest.param(
            {"seats": "7"}, "seats", "not one of the available choices", id="seven players"
        ),
        pytest.param(
            {f"{PREFIX}banned-factions": TOO_MANY},
            f"{PREFIX}banned-factions",
            "Too many factions are left out",
            id="the rules refuse",
        ),
        pytest.param(
            {"invite": "nobody"}, "invite", "Nobody here is called “nobody”.", id="a stranger"
        ),
        pytest.param({"invite": "marta"}, "invite", "You need no invitation", id="oneself"),
        pytest.param(
            {"who": "invited"}, "invite", "Name whom you invite", id="invited, but nobody"
        ),
        pytest.param(
            {"seats": "2", "invite": "Aiko, Tomasz"},
            "invite",
            "Beside you there is only 1 seat.",
            id="more guests than seats",
        ),
        pytest.param(
            {"min_rating": "1500", "max_rating": "1400"},
            "max_rating",
            "This is below the lower limit.",
            id="limits crossed",
        ),
        pytest.param({"start": "time"}, "start_at", "Say when", id="at a time, but when"),
        pytest.param(
            {"start": "time", "start_at": "2020-01-01T12:00"},
            "start_at",
            "This time is over.",
            id="in the past",
        ),
        pytest.param(
            {"start": "time", "start_at": "2999-01-01T12:00"},
            "start_at",
            "at most 14 days",
            id="too far ahead",
        ),
    ],
)
def test_refusals(submit, changes, field, sentence):
    UserFactory(username="Aiko")
    UserFactory(username="Tomasz")
    form = submit(**changes)
    assert not form.is_valid()
    assert sentence in " ".join(form.errors[field])


def test_guests_are_found_however_they_are_written(submit):
    aiko, tomasz = UserFactory(username="Aiko"), UserFactory(username="Tomasz")
    form = submit(invite=" aiko; TOMASZ, Aiko ")
    assert form.is_valid(), form.errors
    assert form.cleaned_data["invite"] == [aiko, tomasz]


def test_a_time_is_forgotten_where_the_table_starts_when_full(submit):
    tomorrow = timezone.now() + timedelta(days=1)
    form = submit(start_at=f"{tomorrow:%Y-%m-%dT%H:%M}")
    assert form.is_valid(), form.errors
    assert form.cleaned_data["start_at"] is None


def test_every_option_is_on_the_page_once(host):
    form = TableForm(rules=TERRA, user=host)
    shown = [field.name for group in form.option_groups() for field in group.fields]
    assert sorted(shown) == sorted(PREFIX + option.key for option in TERRA.options())


def test_a_time_bank_and_what_happens_when_time_is_up(submit):
    form = submit(
        clock_kind="bank",
        bank_hours="120",
        increment="8",
        grace="0",
        sleep_off="on",
        weekends_off="on",
        vacation_days="14",
        time_out_action="substitute",
        time_out_by="vote",
    )
    assert form.is_valid(), form.errors
    clock, time_out = form.clock(), form.time_out()
    assert clock == {
        "kind": "bank",
        "hours": 120,
        "increment": 8,
        "weekends_off": True,
        "vacation_days": 14,
    }
    assert time_out == {"action": "substitute", "by": "vote"}
    again = clock_initial(clock, time_out)
    assert (again["clock_kind"], again["bank_hours"], again["grace"]) == ("bank", 120, 0)
    assert (again["sleep_off"], again["time_out_by"]) == (True, "vote")


@pytest.mark.parametrize(
    ("field", "value"), [("vacation_days", "400"), ("bank_hours", "7"), ("time_out_action", "ban")]
)
def test_a_clock_that_cannot_be(submit, field, value):
    assert field in submit(**{field: value}).errors
