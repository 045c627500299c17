from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0010_move_entries_and_drafts")]

    operations = [
        migrations.AlterField(
            "act",
            "previous",
            models.PositiveIntegerField(
                default=0,
                help_text="The number of the step that was the last one before.",
                verbose_name="previous step",
            ),
        ),
        migrations.AlterField(
            "act",
            "revision",
            models.PositiveIntegerField(
                default=0,
                help_text="The revision of the campaign in which this was last done or undone.",
                verbose_name="revision",
            ),
        ),
        migrations.DeleteModel(
            name="BearerEntry",
        ),
        migrations.DeleteModel(
            name="BookEntry",
        ),
        migrations.DeleteModel(
            name="DeckEntry",
        ),
        migrations.DeleteModel(
            name="Draft",
        ),
        migrations.DeleteModel(
            name="ExileEntry",
        ),
        migrations.DeleteModel(
            name="ExperienceEntry",
        ),
        migrations.DeleteModel(
            name="LogEntry",
        ),
        migrations.DeleteModel(
            name="PurchaseEntry",
        ),
        migrations.DeleteModel(
            name="TokenChange",
        ),
        migrations.DeleteModel(
            name="TraumaEntry",
        ),
        migrations.DeleteModel(
            name="WeaknessDraw",
        ),
    ]
