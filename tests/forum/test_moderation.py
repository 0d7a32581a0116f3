"""Reports, decisions, their record, their review, and the appeal against them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from forum.errors import AlreadyDone, NeedsReason, NotAllowed, NotYourOwn, TooMuchReporting
from forum.models import Action, Appeal, ModerationEntry, Post, Report, Topic, WatchedWord
from forum.permissions import standing_of
from forum.selectors.moderation import entries_to_review, moderation_counts, open_cases
from forum.services.appeals import appeal_decide, appeal_file
from forum.services.log import entry_review
from forum.services.moderation import (
    post_bring_back,
    post_remove,
    topic_lock,
    topic_move,
    topic_pin,
    topic_remove,
    topic_rename,
    topic_restore,
)
from forum.services.people import (
    note_add,
    sanction_lift,
    sanction_set,
    word_unwatch,
    word_watch,
)
from forum.services.posts import post_reply, topic_start
from forum.services.reports import (
    CLAIM_LASTS,
    removal_request,
    report_claim,
    report_close,
    report_file,
    report_release,
)
from games.errors import Silenced as TableSilenced
from games.models import Game
from games.services.notices import notice_add
from games.services.talk import chat_post, line_report
from notifications.models import OutgoingMail
from notifications.services.outbox import parsed
from tests.games.played import stored


@pytest.fixture
def report(reply, jun) -> Report:
    return report_file(post=reply, by=jun, reason="rude", text="He shouts")


def test_a_reader_reports_a_post_once(reply, jun, report):
    assert report_file(post=reply, by=jun, reason="spam") == report
    assert Report.objects.count() == 1


def test_nobody_reports_himself(reply, tomasz):
    with pytest.raises(NotAllowed):
        report_file(post=reply, by=tomasz, reason="rude")


def test_reports_have_a_limit_for_a_day(topic, jun, mira):
    for number in range(20):
        post = post_reply(author=mira, topic=topic, text=f"Post {number}")
        report_file(post=post, by=jun, reason="other")
    post = post_reply(author=mira, topic=topic, text="One more")
    with pytest.raises(TooMuchReporting):
        report_file(post=post, by=jun, reason="other")


def test_one_moderator_claims_and_the_second_is_told(report, mira, vera):
    report_claim(report=report, by=mira)
    with pytest.raises(AlreadyDone):
        report_claim(report=report, by=vera)
    with pytest.raises(AlreadyDone):
        report_release(report=report, by=vera)
    report_release(report=report, by=mira)
    report_claim(report=report, by=vera)


def test_a_claim_that_leads_to_nothing_lapses(report, mira, vera):
    report_claim(report=report, by=mira)
    report_claim(report=report, by=vera, now=timezone.now() + CLAIM_LASTS + timedelta(minutes=1))
    report.refresh_from_db()
    assert report.claimed_by == vera


def test_closing_closes_all_reports_of_the_post(reply, report, marta, mira):
    report_file(post=reply, by=marta, reason="spam")
    report_close(report=report, by=mira, outcome="harmless")
    assert not Report.objects.exclude(state="closed").exists()
    with pytest.raises(AlreadyDone):
        report_close(report=report, by=mira, outcome="again")


def test_a_decision_about_a_post_answers_its_reports(topic, reply, report, marta, mira):
    report_file(post=reply, by=marta, reason="spam")
    post_remove(post=reply, by=mira, reason="rude")
    assert set(Report.objects.values_list("state", "closed_by", "outcome")) == {
        ("closed", mira.pk, "rude")
    }
    assert ModerationEntry.objects.count() == 1, "one decision, one line to review"


def test_several_reports_of_one_thing_are_one_case(reply, report, topic, marta, mira, browse):
    report_file(post=reply, by=marta, reason="spam", text="Third time today")
    other = post_reply(author=marta, topic=topic, text="Something else")
    report_file(post=other, by=mira, reason="off-topic")
    standing = standing_of(user=mira, now=timezone.now())
    assert moderation_counts(standing=standing)["reports"] == 2
    page = browse(mira).get(reverse("forum_queue")).text
    assert page.count("No, only over one.") == 1
    assert page.index("He shouts") < page.index("Third time today") < page.index("Something else")
    for name in ("jun", "Marta", "mira"):
        assert f"reported by {name}" in page
    report_close(report=report, by=mira, outcome="harmless")
    closed = browse(mira).get(reverse("forum_queue") + "?show=closed").text
    assert closed.count("closed by mira") == 2
    assert open_cases().get().post == other


def test_earlier_reports_stand_with_the_person(report, tomasz, mira, vera, browse):
    person = reverse("forum_person", args=["tomasz"])
    assert "He shouts" not in browse(vera).get(person).text
    report_close(report=report, by=mira, outcome="He was quoting")
    page = browse(vera).get(person).text
    assert "He shouts" in page
    assert "He was quoting" in page


def test_moderators_see_from_the_forum_how_much_waits(reply, report, mira, jun, browse):
    way = f'{reverse("forum_queue")}">Moderation <span class="badge">1</span>'
    assert way in browse(mira).get(reverse("forum")).text
    assert reverse("forum_queue") not in browse(jun).get(reverse("forum")).text


def test_the_desk_says_why_something_was_held_back(topic, tomasz, mira, browse):
    word_watch(word="casino", by=mira)
    post_reply(author=tomasz, topic=topic, text="I know a casino")
    post_reply(author=tomasz, topic=topic, text="I am a robot", trapped=True)
    page = " ".join(browse(mira).get(reverse("forum_queue")).text.split())
    assert "Watched word: <b>casino</b>" in page
    assert "A field was filled in that people do not see" in page


def test_what_somebody_contests_can_be_found(reply, mira, vera, browse):
    post_remove(post=reply, by=mira, reason="rude")
    entry = ModerationEntry.objects.get()
    contested = reverse("forum_log") + "?show=contested"
    assert "Nothing waits" in browse(vera).get(contested).text
    entry_review(entry=entry, by=vera, verdict="disagree", review="He quoted somebody")
    assert "He quoted somebody" in browse(mira).get(contested).text


def test_a_sanction_that_ran_out_is_shown_as_over(tomasz, mira, vera, browse):
    yesterday = timezone.now() - timedelta(days=1)
    sanction_set(person=tomasz, by=mira, kind="silence", reason="rude", ends_at=yesterday)
    page = browse(vera).get(reverse("forum_person", args=["tomasz"])).text
    assert "Lift the sanction" not in page
    sanction_set(person=tomasz, by=mira, kind="ban", reason="again", ends_at=None)
    assert "Lift the sanction" in browse(vera).get(reverse("forum_person", args=["tomasz"])).text


def test_nobody_judges_what_concerns_himself(topic, rules, jun, mira, vera, otto):
    """A report of his post, a decision about him, a removal of his words by another."""
    mine = post_reply(author=mira, topic=topic, text="I shout too")
    report = report_file(post=mine, by=jun, reason="rude")
    with pytest.raises(NotYourOwn):
        report_close(report=report, by=mira, outcome="harmless")
    post_remove(post=mine, by=vera, reason="rude")
    with pytest.raises(NotAllowed):
        post_bring_back(post=mine, by=mira)
    entry = ModerationEntry.objects.get(action="post-remove")
    assert not entries_to_review(standing=standing_of(user=mira, now=timezone.now())).exists()
    with pytest.raises(NotYourOwn):
        entry_review(entry=entry, by=mira, verdict="disagree", review="It was funny")
    own = topic_start(author=mira, category=rules, title="My own topic", text="Text")
    topic_remove(topic=own, by=mira, reason="twice")
    topic_restore(topic=own, by=mira)
    topic_remove(topic=own, by=otto, reason="still twice")
    with pytest.raises(NotYourOwn):
        topic_restore(topic=own, by=mira)
    topic_restore(topic=own, by=vera)


def test_a_removed_post_can_be_brought_back_by_moderators_only(topic, reply, mira, tomasz):
    post_remove(post=reply, by=mira, reason="rude")
    reply.refresh_from_db()
    assert reply.state == Post.State.REMOVED
    with pytest.raises(NotAllowed):
        post_bring_back(post=reply, by=tomasz)
    post_bring_back(post=reply, by=mira)
    assert list(ModerationEntry.objects.values_list("action", flat=True)) == [
        Action.POST_RESTORE,
        Action.POST_REMOVE,
    ]


@pytest.mark.parametrize("reason", ["", "   "])
def test_what_is_told_to_somebody_has_a_reason(topic, reply, mira, tomasz, reason):
    for act in (
        lambda: post_remove(post=reply, by=mira, reason=reason),
        lambda: topic_remove(topic=topic, by=mira, reason=reason),
        lambda: sanction_set(person=tomasz, by=mira, kind="ban", reason=reason, ends_at=None),
    ):
        with pytest.raises(NeedsReason):
            act()
    reply.refresh_from_db()
    assert reply.is_shown
    assert not ModerationEntry.objects.exists()


def test_everything_a_moderator_does_is_in_the_log(topic, wishes, mira, tomasz):
    topic_rename(topic=topic, by=mira, title="A better title")
    topic_move(topic=topic, by=mira, category=wishes)
    topic_lock(topic=topic, by=mira, locked=True, reason="answered")
    topic_lock(topic=topic, by=mira, locked=False)
    topic_pin(topic=topic, by=mira, pin=Topic.Pin.EVERYWHERE)
    topic_remove(topic=topic, by=mira, reason="off topic")
    topic_restore(topic=topic, by=mira)
    note_add(person=tomasz, by=mira, text="Was friendly on the phone")
    word_watch(word="casino", by=mira)
    assert {entry.action for entry in ModerationEntry.objects.all()} == {
        *("topic-rename", "topic-move", "topic-lock", "topic-unlock", "topic-pin"),
        *("topic-remove", "topic-restore", "note", "word"),
    }
    assert {entry.actor for entry in ModerationEntry.objects.all()} == {mira}


def test_doing_a_thing_twice_says_so(topic, mira, rules):
    topic_lock(topic=topic, by=mira, locked=True)
    with pytest.raises(AlreadyDone):
        topic_lock(topic=topic, by=mira, locked=True)
    with pytest.raises(AlreadyDone):
        topic_move(topic=topic, by=mira, category=rules)


def test_counts_follow_removed_and_moved_topics(topic, rules, wishes, mira):
    topic_move(topic=topic, by=mira, category=wishes)
    topic_remove(topic=topic, by=mira, reason="x")
    for category in (rules, wishes):
        category.refresh_from_db()
    assert (rules.topic_count, wishes.topic_count) == (0, 0)
    topic_restore(topic=topic, by=mira)
    wishes.refresh_from_db()
    assert wishes.topic_count == 1


# Review


def test_a_decision_is_reviewed_by_somebody_else(reply, mira, vera):
    post_remove(post=reply, by=mira, reason="rude")
    entry = ModerationEntry.objects.get()
    waiting = entries_to_review(standing=standing_of(user=vera, now=timezone.now()))
    assert list(waiting) == [entry]
    assert not entries_to_review(standing=standing_of(user=mira, now=timezone.now())).exists()
    with pytest.raises(NotYourOwn):
        entry_review(entry=entry, by=mira, verdict="agree", review="")
    with pytest.raises(NeedsReason):
        entry_review(entry=entry, by=vera, verdict="disagree", review="")
    entry_review(entry=entry, by=vera, verdict="disagree", review="He quoted somebody")
    with pytest.raises(AlreadyDone):
        entry_review(entry=entry, by=vera, verdict="agree", review="")


def test_the_database_too_refuses_a_review_of_one_s_own(reply, mira):
    post_remove(post=reply, by=mira, reason="rude")
    with pytest.raises(IntegrityError), transaction.atomic():
        ModerationEntry.objects.update(reviewed_by=mira)


# Sanctions


def test_moderators_do_not_act_against_each_other_or_themselves(mira, vera, otto):
    for person in (mira, vera, otto):
        with pytest.raises(NotAllowed):
            sanction_set(person=person, by=mira, kind="silence", reason="x", ends_at=None)
    assert sanction_set(person=vera, by=otto, kind="silence", reason="x", ends_at=None).pk


def test_a_banned_moderator_has_no_powers(vera, otto, reply):
    sanction_set(person=vera, by=otto, kind="ban", reason="x", ends_at=None)
    with pytest.raises(NotAllowed):
        post_remove(post=reply, by=vera, reason="x")


def test_a_moderator_without_second_factor_has_no_powers(reply, mira):
    mira.authenticator_set.all().delete()
    with pytest.raises(NotAllowed):
        post_remove(post=reply, by=mira, reason="x")


# Appeals


@pytest.fixture
def sanction(tomasz, mira):
    return sanction_set(person=tomasz, by=mira, kind="ban", reason="spam", ends_at=None)


def test_an_appeal_is_decided_by_somebody_not_involved(sanction, tomasz, mira, vera):
    appeal = appeal_file(sanction=sanction, by=tomasz, text="It was not me, I was away.")
    with pytest.raises(NotYourOwn):
        appeal_decide(appeal=appeal, by=mira, granted=False, answer="No")
    with pytest.raises(NeedsReason):
        appeal_decide(appeal=appeal, by=vera, granted=True, answer=" ")
    appeal_decide(appeal=appeal, by=vera, granted=True, answer="You are right.")
    sanction.refresh_from_db()
    assert sanction.lifted_by == vera
    assert standing_of(user=tomasz, now=timezone.now()).sanction is None
    with pytest.raises(AlreadyDone):
        appeal_decide(appeal=appeal, by=vera, granted=False, answer="Or not")


def test_a_declined_appeal_changes_nothing(sanction, tomasz, vera):
    appeal = appeal_file(sanction=sanction, by=tomasz, text="Please, please.")
    appeal_decide(appeal=appeal, by=vera, granted=False, answer="The posts speak for themselves.")
    assert standing_of(user=tomasz, now=timezone.now()).is_banned
    with pytest.raises(AlreadyDone):
        appeal_file(sanction=sanction, by=tomasz, text="Once more, please.")


def test_nobody_appeals_for_others_or_against_what_is_over(sanction, tomasz, jun, vera):
    with pytest.raises(NotAllowed):
        appeal_file(sanction=sanction, by=jun, text="He is my friend.")
    sanction_lift(sanction=sanction, by=vera, reason="enough")
    sanction.refresh_from_db()
    with pytest.raises(NotAllowed):
        appeal_file(sanction=sanction, by=tomasz, text="And still I protest.")
    assert not Appeal.objects.exists()


def test_asking_for_removal_twice_is_one_case(tomasz):
    assert removal_request(by=tomasz) == removal_request(by=tomasz)


def test_a_wish_for_removal_is_declined_by_an_operator_who_says_why(tomasz, mira, otto):
    wish = removal_request(by=tomasz)
    with pytest.raises(NotAllowed):
        report_close(report=wish, by=mira, outcome="no")
    with pytest.raises(NeedsReason):
        report_close(report=wish, by=otto, outcome=" ")
    report_close(report=wish, by=otto, outcome="The games would not be understood any more.")
    mail = OutgoingMail.objects.get(recipients=["tomasz@example.org"])
    assert "would not be understood" in str(parsed(mail.source).get_body(("plain",)))


def test_the_watched_words_can_be_forgotten(mira, rules, marta):
    word_watch(word="casino", by=mira)
    word_watch(word="CASINO", by=mira)
    row = WatchedWord.objects.get()
    word_unwatch(word_id=row.pk, by=mira)
    assert not WatchedWord.objects.exists()
    assert topic_start(author=marta, category=rules, title="My casino", text="x y").state == "open"


@pytest.fixture
def talk(marta, tomasz):
    """A line that somebody has reported at a table."""
    game = stored([marta, tomasz, "random", "random"], 10)
    line = chat_post(game_id=game.pk, user=tomasz, text="You are all fools")
    line_report(line_id=line.pk, user=marta, reason="Not nice")
    return line


def desk(browse, moderator, action: str, reason: str = ""):
    case = Report.objects.get(reason=Report.Reason.TALK)
    where = reverse("forum_report_act", args=[case.pk])
    return browse(moderator).post(where, {"action": action, "reason": reason}, follow=True)


def test_reported_talk_comes_to_the_desk_and_can_be_claimed(talk, browse, mira, vera):
    page = browse(mira).get(reverse("forum_queue")).text
    assert "You are all fools" in page
    assert "Not nice" in page
    desk(browse, mira, "claim")
    assert "mira looks at it" in browse(vera).get(reverse("forum_queue")).text


def test_a_removed_line_is_told_logged_and_seen_by_everybody(talk, browse, mira, tomasz):
    assert "Please give a reason" in desk(browse, mira, "remove").text
    desk(browse, mira, "remove", "rude")
    talk.refresh_from_db()
    assert talk.removed_at
    assert talk.reports.get().state == "upheld"
    entry = ModerationEntry.objects.get(action="talk-remove")
    assert (entry.person, entry.game, entry.reason) == (tomasz, talk.game, "rude")
    public = browse(None).get(reverse("forum_games_log")).text
    assert "removed a line of table talk" in public
    assert talk.game.name in public
    assert "tomasz" not in public, "whom it concerns is nobody's business"
    assert OutgoingMail.objects.filter(message_id__startswith="<forum-decision").count() == 1


def test_a_silence_counts_at_tables_too(talk, tomasz, mira):
    sanction = sanction_set(person=tomasz, by=mira, kind="silence", reason="rude", ends_at=None)
    with pytest.raises(TableSilenced):
        chat_post(game_id=talk.game_id, user=tomasz, text="And another thing")
    sanction_lift(sanction=sanction, by=mira, reason="long enough")
    assert chat_post(game_id=talk.game_id, user=tomasz, text="And another thing").pk


def test_what_outsiders_do_to_clocks_is_for_everybody_to_read(talk, tomasz, otto, client):
    now = timezone.now()
    for user in (tomasz, otto):
        notice_add(game=talk.game, code="gift", now=now, user=user, who=user.pk, hours=24)
    notice_add(game=talk.game, code="gift", now=now)
    entry = ModerationEntry.objects.get(action="clock-gift")
    assert (entry.actor, entry.game, entry.detail) == (otto, talk.game, "+24 h")
    assert "otto" in client.get(reverse("forum_games_log")).text
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    assert talk.game.name not in client.get(reverse("forum_games_log")).text


def test_talk_that_is_in_order_stays(talk, browse, mira):
    desk(browse, mira, "close")
    talk.refresh_from_db()
    assert talk.removed_at is None
    assert talk.reports.get().state == "dismissed"
    assert "Nothing was ever changed" in browse(None).get(reverse("forum_games_log")).text


def test_a_decision_about_a_post_can_be_appealed_against_and_undone(
    reply, browse, tomasz, mira, vera
):
    post_remove(post=reply, by=mira, reason="rude")
    entry = ModerationEntry.objects.get(action="post-remove")
    where = reverse("forum_appeal")
    topic_page = reply.topic.get_absolute_url()
    assert where in browse(tomasz).get(topic_page).text
    assert where not in browse(vera).get(topic_page).text
    page = browse(tomasz).get(where).text
    assert "Removed a post" in page
    assert "You wrote: No, only over one." in page
    assert browse(tomasz).post(where, {"entry": entry.pk, "text": "No"}).status_code == 200
    browse(tomasz).post(where, {"entry": entry.pk, "text": "It was meant as a joke."})
    appeal = entry.appeal
    with pytest.raises(NotYourOwn):
        appeal_decide(appeal=appeal, by=mira, granted=True, answer="Fine")
    desk = browse(vera).get(reverse("forum_queue")).text
    assert "It was meant as a joke." in desk
    assert "No, only over one." in desk, "what it is about"
    appeal_decide(appeal=appeal, by=vera, granted=True, answer="Fine")
    reply.refresh_from_db()
    assert reply.is_shown
    assert "Fine" in browse(tomasz).get(where).text
