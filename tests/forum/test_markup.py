"""What people write, and what becomes of it."""

from __future__ import annotations

import pytest

from forum.markup import Names, links_in, plain_text, render, without_spoilers
from forum.markup.difference import changes_between

NAMES = Names({"marta": "Marta", "jan.novák": "Jan.Novák"}, {12: "Tomasz"})
REL = 'rel="nofollow ugc noopener"'


def html(text: str) -> str:
    return render(text, NAMES).html.replace("\n", "").replace(f" {REL}", "")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**a** *b* `c` ~~d~~", "<p><strong>a</strong> <em>b</em> <code>c</code> <s>d</s></p>"),
        ("one\ntwo", "<p>one<br>two</p>"),
        ("# big\n### deep", "<h3>big</h3><h4>deep</h4>"),
        ("### first is never deep", "<h3>first is never deep</h3>"),
        ("3. c", '<ol start="3"><li>c</li></ol>'),
        ("see https://example.org/a.", None),
        ("round.me is no address", "<p>round.me is no address</p>"),
        ("```\n<b>\n```", "<pre><code>&lt;b&gt;</code></pre>"),
        ("@marta", '<p><a href="/players/Marta/" class="mention">@Marta</a></p>'),
        ("@MARTA!", '<p><a href="/players/Marta/" class="mention">@Marta</a>!</p>'),
        ("(@Jan.Novák.)", None),
        ("@nobody", "<p>@nobody</p>"),
        ("me@marta.cz", "<p>me@marta.cz</p>"),
        ("`@marta`", "<p><code>@marta</code></p>"),
        ("||the end||", '<p><span class="veil" tabindex="0">the end</span></p>'),
        ("a || b", "<p>a || b</p>"),
        ("[quote 99] unknown", "<p>[quote 99] unknown</p>"),
        ("[boat 7] without the boats", "<p>[boat 7] without the boats</p>"),
    ],
)
def test_text_becomes_html(text: str, shown: str | None):
    if shown is None:
        assert "<a href=" in html(text)
    else:
        assert html(text) == shown


def test_a_quotation_names_its_author_and_leads_to_the_post():
    assert html("> [quote 12]\n> yes") == (
        '<blockquote><p><cite><a href="/forum/posts/12/" class="from">Tomasz</a></cite><br>yes</p>'
        "</blockquote>"
    )


def test_a_spoiler_is_a_closed_box_with_anything_inside():
    shown = html("::: spoiler The end\n- a\n\n::: spoiler more\nb\n:::\n:::\nafter")
    assert shown.startswith('<details class="spoiler"><summary>The end</summary><ul><li>a</li>')
    assert shown.count("<details") == 2
    assert shown.endswith("</details><p>after</p>")


def test_a_table_can_be_scrolled_by_keyboard_and_has_no_style():
    shown = html("| a | b |\n|--:|:-:|\n| 1 | 2 |")
    assert shown.startswith('<div class="tablewrap" tabindex="0"><table>')
    assert '<td class="right">1</td><td class="center">2</td>' in shown
    assert "style" not in shown


def test_a_picture_elsewhere_becomes_a_link_that_names_its_place():
    shown = html("![my board](https://pictures.example/1.png)")
    assert "<img" not in shown
    assert "my board (pictures.example)</a>" in shown


def test_every_link_says_that_we_do_not_vouch_for_it():
    assert REL in render("https://example.org", NAMES).html


def test_mentions_and_quotations_are_reported_once():
    rendered = render("@marta @Marta `@marta`\n\n> [quote 12]\n> [quote 12]", NAMES)
    assert {name for _written, name in rendered.mentioned} == {"Marta"}
    assert rendered.quoted == (12,)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("**bold** and [a link](https://x.example)", "bold and a link"),
        ("> [quote 5]\n> old\n\nnew", "old new"),
        ("the ||secret|| end", "the […] end"),
        ("::: spoiler x\nsecret\n:::\nafter", "[…] after"),
        ("| a | b |\n| --- | :-: |\n| x | y |", "a b x y"),
        ("two **towns**, `2*3` and a_b", "two towns, 2*3 and a_b"),
    ],
)
def test_excerpts_are_plain_words_without_secrets(text: str, plain: str):
    assert plain_text(text) == plain


def test_mails_hide_what_the_page_hides():
    hidden = without_spoilers("a\n::: spoiler b\nsecret one\n:::\n||secret two||\nc")
    assert "secret" not in hidden
    assert hidden.startswith("a\n")
    assert hidden.endswith("\nc")


def test_links_are_counted_however_they_are_written():
    assert len(links_in("https://a.example [x](http://b.example) www.c.example")) == 3


def test_a_difference_is_told_in_words():
    changes = [(change.kind, change.text) for change in changes_between("a b c", "a x c")]
    assert changes == [("same", "a "), ("gone", "b"), ("new", "x"), ("same", " c")]
