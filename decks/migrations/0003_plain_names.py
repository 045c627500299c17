import django.db.models.deletion
from django.db import migrations, models

NAMES = {"side": "wish_list", "extra": "second_deck", "repeats": "removal_reason"}

MODES = [
    ("free", "free building"),
    ("creation", "new campaign"),
    ("standalone", "standalone scenario"),
    ("campaign", "ongoing campaign"),
]


def rename_parts(patch):
    """Rename columns in the patch of an edit, and in the purchases that it holds."""
    if isinstance(patch, list):
        return [rename_parts(each) for each in patch]
    if not isinstance(patch, dict):
        return patch
    return {
        NAMES.get(name, name): rename_parts(value) if name in ("purchase", "purchases") else value
        for name, value in patch.items()
    }


def move_values(apps, schema_editor):
    """Move `aftermath["after"]` and `aftermath["mode"]` to columns, and rename columns in patches of edits."""
    DeckVersion = apps.get_model("decks", "DeckVersion")
    Edit = apps.get_model("decks", "Edit")
    for version in DeckVersion.objects.exclude(aftermath={}).iterator():
        mode, after = version.aftermath.pop("mode", ""), version.aftermath.pop("after", None)
        version.mode_before = mode
        if after is not None:
            version.campaign_version = DeckVersion.objects.filter(deck=version.deck_id, number=after).first()
        version.save(update_fields=["aftermath", "mode_before", "campaign_version"])
    for edit in Edit.objects.iterator():
        edit.forward, edit.backward = rename_parts(edit.forward), rename_parts(edit.backward)
        edit.save(update_fields=["forward", "backward"])


class Migration(migrations.Migration):
    dependencies = [("decks", "0002_drawn_purchases")]

    operations = [
        migrations.RenameField("deckversion", "side", "wish_list"),
        migrations.RenameField("deckversion", "extra", "second_deck"),
        migrations.RenameField("purchase", "repeats", "removal_reason"),
        migrations.AddField(
            "deckversion",
            "mode_before",
            models.CharField(
                blank=True,
                choices=MODES,
                default="",
                help_text="The deck's purpose before this upgrade, which cancelling restores.",
                max_length=10,
                verbose_name="purpose before",
            ),
        ),
        migrations.AddField(
            "deckversion",
            "campaign_version",
            models.ForeignKey(
                blank=True,
                help_text="The version that a campaign recorded and that this upgrade continues.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="decks.deckversion",
                verbose_name="version in the campaign",
            ),
        ),
        migrations.RunPython(move_values),
    ]
