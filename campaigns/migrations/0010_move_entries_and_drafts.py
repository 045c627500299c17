from importlib import import_module

from django.db import migrations

#: Backups of the older tables are converted in the same way.
conversion = import_module("operations.backup_conversion")
OLD = (*conversion.ENTRY_TABLES, "bookentry", "draft")


def serialized(apps):
    """Yield the rows of the old tables, and the decks that drafts refer to, as a backup has them."""
    for pk, public_id in apps.get_model("decks", "Deck").objects.values_list("pk", "public_id"):
        yield {"model": "decks.deck", "pk": pk, "fields": {"public_id": public_id}}
    for name in OLD:
        model = apps.get_model("campaigns", name)
        columns = [field for field in model._meta.local_concrete_fields if not field.primary_key]
        for row in model.objects.order_by("pk").iterator():
            fields = {field.name: getattr(row, field.attname) for field in columns}
            yield {"model": f"campaigns.{name}", "pk": row.pk, "fields": fields}


def move(apps, schema_editor):
    """Copy entries and drafts to their new tables."""
    for row in conversion.split_drafts(conversion.fold_entries(serialized(apps))):
        if row["model"].startswith("campaigns."):
            model = apps.get_model(row["model"])
            columns = {model._meta.get_field(name).attname: value for name, value in row["fields"].items()}
            model(**columns).save()


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0009_one_table_of_entries"), ("decks", "0004_constraints")]

    operations = [
        migrations.RunPython(move),
    ]
