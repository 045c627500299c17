from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0003_act_touched")]

    operations = [
        migrations.AddField(
            model_name="draft",
            name="revision",
            field=models.PositiveIntegerField(
                default=0, help_text="Grows whenever somebody writes in it.", verbose_name="revision"
            ),
        ),
    ]
