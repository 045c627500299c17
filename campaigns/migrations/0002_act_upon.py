from django.db import migrations, models


def fill(apps, schema_editor):
    """Set `upon` to the last act before it that is not undone; for undone acts, to the act before."""
    Act = apps.get_model("campaigns", "Act")
    campaign = before = standing = 0
    changed = []
    for act in (
        Act.objects.order_by("campaign_id", "number").only("campaign_id", "number", "undone").iterator()
    ):
        if act.campaign_id != campaign:
            campaign, before, standing = act.campaign_id, 0, 0
        act.upon = before if act.undone else standing
        before = act.number
        standing = standing if act.undone else act.number
        changed.append(act)
        if len(changed) == 1000:
            Act.objects.bulk_update(changed, ["upon"])
            changed = []
    Act.objects.bulk_update(changed, ["upon"])


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="act",
            name="upon",
            field=models.PositiveIntegerField(
                default=0,
                help_text="The act that was the last one when this was done.",
                verbose_name="done upon",
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
