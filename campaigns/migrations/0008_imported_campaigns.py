from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0007_draws_by_the_group"),
    ]

    operations = [
        migrations.CreateModel(
            name="Guide",
            fields=[
                ("id", models.CharField(max_length=64, primary_key=True, serialize=False, verbose_name="id")),
                ("title", models.CharField(max_length=120, verbose_name="title")),
                ("facts", models.JSONField(verbose_name="facts")),
                ("imported", models.DateTimeField(auto_now_add=True, verbose_name="imported")),
                ("changed", models.DateTimeField(auto_now=True, verbose_name="changed")),
            ],
            options={
                "verbose_name": "imported campaign",
                "verbose_name_plural": "imported campaigns",
                "ordering": ["id"],
            },
        ),
    ]
