from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0002_act_upon")]

    operations = [
        migrations.AddField(
            model_name="act",
            name="touched",
            field=models.PositiveIntegerField(
                default=0,
                help_text="The revision of the campaign in which this was last done or undone.",
                verbose_name="touched",
            ),
        ),
    ]
