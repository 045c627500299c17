"""Store the keys of rest_framework.authtoken as digests, and remove its table with the readable keys."""

import hashlib
from datetime import UTC

from django.db import migrations
from django.db.migrations.recorder import MigrationRecorder
from django.utils.dateparse import parse_datetime

OLD = "authtoken"
TABLE = "authtoken_token"


def hash_old_keys(apps, schema_editor):
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        if TABLE not in connection.introspection.table_names(cursor):
            return
        cursor.execute(f"SELECT {connection.ops.quote_name('key')}, user_id, created FROM {TABLE}")
        rows = cursor.fetchall()
    ApiKey = apps.get_model("accounts", "ApiKey")
    ApiKey.objects.bulk_create(
        [
            ApiKey(
                user_id=user,
                name="API",
                digest=hashlib.sha256(key.encode()).hexdigest(),
                ending=key[-4:],
                created=moment(created),
            )
            for key, user, created in rows
        ]
    )
    # Everything that refers to the old table is removed as well: permissions, content types and migrations.
    # Otherwise a backup would not fit a database that never had them.
    kinds = apps.get_model("contenttypes", "ContentType").objects.filter(app_label=OLD)
    apps.get_model("admin", "LogEntry").objects.filter(content_type__in=kinds).update(content_type=None)
    apps.get_model("auth", "Permission").objects.filter(content_type__in=kinds).delete()
    kinds.delete()
    MigrationRecorder(connection).migration_qs.filter(app=OLD).delete()


def moment(stored):
    """Return a time from the database; SQLite stores it as text, in UTC without a time zone."""
    found = parse_datetime(stored) if isinstance(stored, str) else stored
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def drop_old_table(apps, schema_editor):
    schema_editor.execute(f"DROP TABLE IF EXISTS {TABLE}")


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_api_keys"),
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.RunPython(hash_old_keys, migrations.RunPython.noop),
        migrations.RunPython(drop_old_table, migrations.RunPython.noop),
    ]
