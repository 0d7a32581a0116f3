from django.db import migrations, models


def fill(apps, schema_editor):
    """Games that began before this column was there."""
    Game, Move = apps.get_model("games", "Game"), apps.get_model("games", "Move")
    for pk in Game.objects.filter(length__gt=0).values_list("pk", flat=True).iterator():
        rows = Move.objects.filter(game_id=pk, live=True).order_by("number")
        rounds = [
            number
            for number, events in rows.values_list("number", "events").iterator()
            if any(event["kind"] == "round-began" for event in events)
        ]
        Game.objects.filter(pk=pk).update(rounds=rounds)


class Migration(migrations.Migration):
    dependencies = [("games", "0002_news_and_pins")]

    operations = [
        migrations.AddField(
            model_name="game", name="rounds", field=models.JSONField(default=list)
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
