import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0002_accepted_shares"),
    ]

    operations = [
        migrations.AddField(
            model_name="catalogueversion",
            name="guides",
            field=models.PositiveIntegerField(
                default=0, verbose_name="number of changes of imported campaigns"
            ),
        ),
        migrations.AddField(
            model_name="catalogueversion",
            name="guides_changed",
            field=models.DateTimeField(
                default=django.utils.timezone.now, verbose_name="imported campaigns changed"
            ),
        ),
    ]
