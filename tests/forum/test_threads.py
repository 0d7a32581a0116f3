"""Every game has a thread: talk, moves in sentences, moves as commands, posts after the end."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from forum.errors import NotAllowed
from forum.models import Category, Draft, Topic
from forum.play.commands import written
from forum.play.hexes import hexes_link
from forum.play.thread import thread_of
from forum.services.drafts import draft_save
from forum.services.subjects import subject_post
from games.models import ChatLine, Game, Move, ReadMark
from games.services.talk import chat_post
from tests.forum.hostile import CORPUS
from tests.games.played import ROWS, WITCHES, on_turn, stored

SAFE_LINK = r'<a class="hexref" href="/forum/of/game/\d+/\?hex=\w+#thread-board" data-shows="\w+">'
OTHERS = ("random", "random", "random")


def address(game: Game) -> str:
    return reverse("forum_thread", args=["game", game.pk])


def say(client, game: Game, text: str, **more: str):
    return client.post(
        reverse("forum_game_say", args=[game.pk]), {"text": text, "key": "k1", **more}, follow=True
    )


@pytest.fixture
def game(marta, tomasz) -> Game:
    """Tomasz, who plays the Witches, is on turn."""
    return stored([marta, tomasz, "random", "random"], on_turn(WITCHES, after=30))


@pytest.fixture
def ended(marta, tomasz) -> Game:
    return stored([marta, tomasz, "random", "random"])


def test_the_thread_shows_talk_and_between_it_the_moves_in_sentences(game, marta, tomasz, client):
    chat_post(game_id=game.pk, user=marta, text="Good luck, all. Mind E6!")
    ChatLine.objects.update(number=12)
    page = client.get(address(game)).text
    assert page.index("Moves 1 to 12") < page.index("Good luck, all.")
    assert page.index("Good luck, all.") < page.index(f"Moves 13 to {game.length}")
    assert '<details class="moves">' in page
    assert "tomasz</b>: plays the Witches" in page
    assert reverse("table_at", args=[game.pk, 7]) in page


def test_names_of_hexes_show_on_the_board(game, marta, client):
    chat_post(game_id=game.pk, user=marta, text="E6, not Z99 & <b>F1</b>, a bridge C2-D2")
    page = client.get(address(game)).text
    assert 'data-shows="E6">E6</a>' in page
    assert 'data-shows="C2"' in page
    assert 'data-shows="D2"' in page
    assert "Z99" in page
    assert 'data-shows="Z99"' not in page
    assert "<b>F1" not in page
    assert 'data-hex="E6"' in page, "the board is there"
    marked = client.get(address(game), {"hex": "E6"}).text
    assert "E6 is marked." in marked


def test_hexes_are_not_linked_inside_links_and_code():
    html = '<p>E6 <a href="/E6/?x=&gt;E6">E6</a> <code>E6</code> E6x</p>'
    linked = hexes_link(html, hexes=frozenset({"E6"}), address=lambda name: f"?hex={name}")
    assert linked.count('data-shows="E6"') == 1
    assert linked.startswith('<p><a class="hexref" href="?hex=E6"')


def test_spectators_are_heard_by_players_only_after_the_end(game, ended, marta, jun, browse):
    chat_post(game_id=game.pk, user=jun, text="He will lose", room="gallery")
    assert "He will lose" not in browse(marta).get(address(game)).text
    assert "opens here when the game ends" in browse(marta).get(address(game)).text
    assert "He will lose" in browse(jun).get(address(game)).text
    line = ChatLine.objects.create(
        game=ended, room="gallery", author=jun, text="I said so", number=9
    )
    assert line.text in browse(marta).get(address(ended)).text


def test_players_and_spectators_speak_in_their_own_rooms(game, marta, jun, browse):
    say(browse(marta), game, "At the table")
    say(browse(jun), game, "In the gallery")
    rooms = dict(ChatLine.objects.values_list("text", "room"))
    assert rooms == {"At the table": "table", "In the gallery": "gallery"}


def test_reading_the_thread_marks_the_talk_as_read(game, marta, tomasz, browse):
    line = chat_post(game_id=game.pk, user=marta, text="Hello")
    browse(tomasz).get(address(game))
    assert ReadMark.objects.get(game=game, user=tomasz).table_line == line.pk


@pytest.mark.parametrize(
    ("text", "words", "lines"),
    [
        ("> build E6", "", ("build E6",)),
        ("Ha!\n> build E6\n>  pass bon3\nAnd now?", "Ha!\nAnd now?", ("build E6", "pass bon3")),
        (">", ">", ()),
        ("a > b", "a > b", ()),
    ],
)
def test_commands_are_taken_out_of_the_words(text, words, lines):
    found = written(text)
    assert (found.words, found.lines) == (words, lines)


def test_a_move_in_the_thread_is_shown_and_confirmed_before_it_is_played(game, tomasz, browse):
    client, line = browse(tomasz), ROWS[game.length].line
    text = f"Now watch.\n> {line}"
    asked = say(client, game, text)
    assert "This would be played:" in asked.text
    assert line in asked.text
    assert (Move.objects.filter(game=game, live=True).count(), ChatLine.objects.count()) == (
        game.length,
        0,
    )
    done = say(client, game, text, action="confirm")
    move = Move.objects.filter(game=game, user=tomasz, seat=WITCHES).latest("sequence")
    assert (move.line, move.door) == (line, "page")
    assert "Now watch." in done.text
    assert ChatLine.objects.get().text == "Now watch."


def test_the_same_confirmation_twice_plays_once(game, tomasz, browse):
    client, text = browse(tomasz), f"Once.\n> {ROWS[game.length].line}"
    say(client, game, text, action="confirm")
    count = Move.objects.filter(game=game).count()
    say(client, game, text, action="confirm")
    assert Move.objects.filter(game=game).count() == count
    assert ChatLine.objects.count() == 1


@pytest.mark.parametrize("action", ["say", "confirm"])
def test_a_refused_move_explains_itself_and_nothing_is_lost(game, tomasz, browse, action):
    answer = say(browse(tomasz), game, "Hm.\n> build A1", action=action)
    assert answer.status_code == 422
    assert "The move was not played" in answer.text
    assert "Hm.\n&gt; build A1" in answer.text, "what was written is still there"
    assert ChatLine.objects.count() == 0
    assert Game.objects.get(pk=game.pk).length == game.length


def test_whoever_is_not_on_turn_cannot_post_a_move(game, marta, jun, browse):
    for user in (marta, jun):
        answer = say(browse(user), game, "> build E6", action="confirm")
        assert answer.status_code == 422
        assert "it is not your turn" in answer.text
        assert "&gt; build E6" in answer.text
    assert ChatLine.objects.count() == 0


def test_before_the_end_there_are_no_posts(game, marta, jun):
    for user in (marta, jun):
        with pytest.raises(NotAllowed):
            subject_post(kind="game", key=str(game.pk), author=user, text="A long analysis")


def test_after_the_end_the_thread_is_a_topic(ended, marta, jun, browse):
    draft_save(user=jun, place=f"thread:game:{ended.pk}", title="", text="half a post")
    assert "half a post" in browse(jun).get(address(ended)).text
    where = reverse("forum_thread_post", args=["game", ended.pk])
    answer = browse(jun).post(where, {"text": "You won it at **E6**."}, follow=True)
    topic = Topic.objects.get(subject_kind="game", subject_key=str(ended.pk))
    assert topic.category == Category.objects.get(slug="games")
    assert topic.title == f"Amber Heron (#{ended.pk})"
    assert 'data-shows="E6">E6</a>' in answer.text
    assert "Table talk and moves of this game" in answer.text
    assert reverse("table", args=[ended.pk]) in answer.text
    assert not Draft.objects.exists()
    assert topic.get_absolute_url() in browse(marta).get(address(ended)).text
    part = browse(marta).get(address(ended), headers={"HX-Request": "true"}).text
    assert "<html" not in part
    assert f"Moves 1 to {ended.length}" in part


def test_the_box_of_a_thread_shows_what_was_refused(ended, jun, browse):
    where = reverse("forum_thread_post", args=["game", ended.pk])
    assert browse(jun).post(where, {"text": "x"}).status_code == 422
    shown = browse(jun).post(where, {"text": "*So*", "action": "preview"}).text
    assert "<em>So</em>" in shown
    assert not Topic.objects.exists()


def test_a_private_game_has_a_private_thread(marta, jun, browse):
    game = stored([marta, *OTHERS], 20, visibility=Game.Visibility.PRIVATE)
    assert browse(marta).get(address(game)).status_code == 200
    for client in (browse(jun), browse(None)):
        assert client.get(address(game)).status_code == 404
    assert say(browse(jun), game, "Hello").status_code == 404
    assert browse(None).get(reverse("forum_thread", args=["game", "0"])).status_code == 404
    assert browse(None).get(reverse("forum_thread", args=["nothing", "1"])).status_code == 404


def test_long_talk_has_pages(ended, marta):
    ChatLine.objects.bulk_create(
        ChatLine(game=ended, author=marta, text=f"Line {n}", number=n) for n in range(1, 101)
    )
    newest = thread_of(game=ended, viewer=marta, view=None)
    said = [item.line.text for stretch in newest.stretches for item in stretch.said]
    assert (said[0], said[-1], len(said)) == ("Line 41", "Line 100", 60)
    assert newest.stretches[1].first == 42, "the moves before are on the page before"
    older = thread_of(game=ended, viewer=marta, view=None, before=newest.earlier)
    said = [item.line.text for stretch in older.stretches for item in stretch.said]
    assert (said[0], said[-1], older.earlier) == ("Line 1", "Line 40", 0)
    assert older.stretches[0].first == 1


def test_hostile_talk_is_words(game, marta):
    ChatLine.objects.bulk_create(
        ChatLine(game=game, author=marta, text=text[:2000], number=5)
        for text in CORPUS
        if "\x00" not in text
    )
    kept: list[str] = []
    before = 0
    while True:
        thread = thread_of(game=game, viewer=marta, view=None, before=before)
        kept += [item.html for stretch in thread.stretches for item in stretch.said]
        if not thread.earlier:
            break
        before = thread.earlier
    assert len(kept) == ChatLine.objects.count() >= 200
    tags = {tag for html in kept for tag in re.findall(r"<(/?[^\s>]*)", html)}
    assert tags <= {"p", "/p", "br", "a", "/a"}
    links = {link for html in kept for link in re.findall(r"<a [^>]*>", html)}
    assert all(re.fullmatch(SAFE_LINK, link) for link in links)
