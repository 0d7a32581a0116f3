"""Full-text search over the talk of finished games; what was said before is put in here."""

from django.db import migrations

from forum.search.words import folded

MAKE = {
    "postgresql": (
        "CREATE TABLE forum_talkindex (line_id bigint PRIMARY KEY, words tsvector NOT NULL)",
        "CREATE INDEX forum_talkindex_words ON forum_talkindex USING gin (words)",
    ),
    "sqlite": (
        "CREATE VIRTUAL TABLE forum_talkindex USING fts5("
        "body, tokenize = 'unicode61 remove_diacritics 2')",
    ),
}
PUT = {
    "postgresql": "INSERT INTO forum_talkindex (line_id, words)"
    " VALUES (%s, to_tsvector('simple', %s))",
    "sqlite": "INSERT INTO forum_talkindex (rowid, body) VALUES (%s, %s)",
}


def make(apps, schema_editor):
    connection = schema_editor.connection
    for statement in MAKE[connection.vendor]:
        schema_editor.execute(statement)
    lines = apps.get_model("games", "ChatLine").objects.filter(game__status="finished")
    with connection.cursor() as cursor:
        for pk, text in lines.values_list("pk", "text").iterator():
            cursor.execute(PUT[connection.vendor], [pk, folded(text)])


def drop(apps, schema_editor):
    schema_editor.execute("DROP TABLE IF EXISTS forum_talkindex")


class Migration(migrations.Migration):
    dependencies = [
        ("forum", "0003_decisions_and_talk"),
        ("games", "0002_news_and_pins"),
    ]
    operations = [migrations.RunPython(make, drop)]
