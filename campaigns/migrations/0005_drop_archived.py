from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0004_draft_revision"),
    ]

    operations = [
        migrations.RemoveField(
            model_name="campaign",
            name="archived",
        ),
    ]
