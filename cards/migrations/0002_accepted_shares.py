from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="collectionshare",
            name="accepted",
            field=models.BooleanField(
                default=False,
                help_text="Until then it is an invitation, and shows nothing.",
                verbose_name="accepted",
            ),
        ),
    ]
