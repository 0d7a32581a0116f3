from django.db import migrations, models
from django.db.models import F


def one_group_each(apps, schema_editor):
    """So far every table was a group of its own."""
    apps.get_model("leagues", "TournamentTable").objects.update(group=F("number"))


class Migration(migrations.Migration):

    dependencies = [
        ("leagues", "0002_tournaments"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournamenttable",
            name="group",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.RunPython(one_group_each, migrations.RunPython.noop, elidable=True),
    ]
