"""The table of the full-text search, with what each database has on board: no extension is needed."""

from django.db import migrations

MAKE = {
    "postgresql": (
        "CREATE TABLE forum_postindex (post_id bigint PRIMARY KEY, words tsvector NOT NULL)",
        "CREATE INDEX forum_postindex_words ON forum_postindex USING gin (words)",
    ),
    "sqlite": (
        "CREATE VIRTUAL TABLE forum_postindex USING fts5("
        "title, body, tokenize = 'unicode61 remove_diacritics 2')",
    ),
}


def make(apps, schema_editor):
    for statement in MAKE[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def drop(apps, schema_editor):
    schema_editor.execute("DROP TABLE IF EXISTS forum_postindex")


class Migration(migrations.Migration):
    dependencies = [("forum", "0001_initial")]
    operations = [migrations.RunPython(make, drop)]
