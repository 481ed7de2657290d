"""A guest's try stays unranked when the guest signs up later; the indexes are of what 0002 added."""

from django.db import migrations, models
from django.db.models import Q

from common.migrating import AddIndexMeanwhile

BATCH_SIZE = 1000


def keep_guests_unranked(apps, schema_editor):
    entries = apps.get_model("daily", "DailyEntry").objects.using(schema_editor.connection.alias)
    # A try that was played to the end and got no place as its day was ranked was a guest's.
    was_guest = Q(player__is_guest=True) | Q(daily__stage="counted", margin__isnull=False, place=None)
    guests = entries.filter(was_guest, unranked="")
    while batch := list(guests.values_list("pk", flat=True)[:BATCH_SIZE]):
        entries.filter(pk__in=batch).update(unranked="guest")


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("daily", "0002_percentages_and_ranked_tries"),
    ]

    operations = [
        migrations.RunPython(keep_guests_unranked, migrations.RunPython.noop),
        AddIndexMeanwhile(
            model_name="dailyentry",
            index=models.Index(
                condition=Q(("alike", None), _negated=True), fields=["-daily", "alike"], name="tries_alike"
            ),
        ),
        AddIndexMeanwhile(
            model_name="monthline",
            index=models.Index(condition=Q(("rule__lt", 2)), fields=["month"], name="months_of_older_rules"),
        ),
    ]
