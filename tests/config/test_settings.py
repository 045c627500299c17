"""Tests of settings, each in a separate process: lenient in development, safe in production."""

import json
import os
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from django.utils import translation
from django.utils.formats import date_format

ROOT = Path(__file__).parent.parent.parent
KEY = "correct horse battery staple and much more"
SCRIPT = """
import json
from django.conf import settings as s
print(json.dumps({name: getattr(s, name, None) for name in (
    "DEBUG", "PRODUCTION", "ALLOWED_HOSTS", "SESSION_COOKIE_SECURE", "SECURE_SSL_REDIRECT",
    "SECURE_HSTS_SECONDS", "SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD",
    "PASSWORD_HASHERS", "CELERY_BROKER_URL", "CELERY_TASK_ALWAYS_EAGER", "SECRET_KEY",
    "DATABASES", "CACHES", "SECURE_PROXY_SSL_HEADER", "RATES", "ACCESS_LOG", "METRICS",
    "EMAIL_BACKEND", "EMAIL_HOST", "EMAIL_PORT", "EMAIL_HOST_PASSWORD", "EMAIL_USE_TLS", "EMAIL_USE_SSL",
    "EMAIL_TIMEOUT")}, default=str))
"""


def python(*arguments, var, **environment):
    base = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**base, "DJANGO_SETTINGS_MODULE": "config.settings", "VAR_DIR": str(var), **environment},
        capture_output=True,
        text=True,
    )


def settings_of(var, **environment):
    answer = python("-c", SCRIPT, var=var, **environment)
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stdout)


def test_development_needs_nothing(tmp_path):
    settings = settings_of(tmp_path)
    assert not settings["PRODUCTION"]
    assert "localhost" in settings["ALLOWED_HOSTS"]
    assert settings["CELERY_TASK_ALWAYS_EAGER"]
    assert not settings["SESSION_COOKIE_SECURE"]
    assert set(settings["RATES"].values()) == {None}
    assert not settings["ACCESS_LOG"], "what a newcomer sees is the site, not its log"
    assert not settings["METRICS"]


def test_development_has_a_private_key_file(tmp_path):
    first, second = settings_of(tmp_path), settings_of(tmp_path)
    assert len(first["SECRET_KEY"]) > 50
    assert first["SECRET_KEY"] == second["SECRET_KEY"]
    assert (tmp_path / "secret.key").stat().st_mode & 0o077 == 0


def test_the_debug_page_is_for_the_development_server_alone(tmp_path):
    assert not settings_of(tmp_path)["DEBUG"]
    assert settings_of(tmp_path, DEBUG="1")["DEBUG"]


def test_a_key_means_production(tmp_path):
    settings = settings_of(tmp_path, SECRET_KEY=KEY, ALLOWED_HOSTS="casebook.example")
    assert settings["PRODUCTION"]
    assert not settings["DEBUG"]
    assert settings["ALLOWED_HOSTS"] == ["casebook.example"]
    assert settings["SESSION_COOKIE_SECURE"]
    assert settings["SECURE_SSL_REDIRECT"]
    assert settings["SECURE_HSTS_SECONDS"] > 0
    assert not settings["SECURE_HSTS_INCLUDE_SUBDOMAINS"], "other sites of the domain may need HTTP"
    assert not settings["SECURE_HSTS_PRELOAD"], "it cannot be taken back for years"
    assert settings["SECURE_PROXY_SSL_HEADER"] is None, "a header that anybody can send"
    assert settings["RATES"] == {
        "anon": "300/min",
        "user": "1200/min",
        "check": "120/min",
        "bulk": "20/min",
    }
    assert "Argon2" in settings["PASSWORD_HASHERS"][0]
    assert settings["ACCESS_LOG"]
    assert not settings["METRICS"], "nobody may read them yet"


def test_an_operator_may_set_more_of_hsts(tmp_path):
    settings = settings_of(tmp_path, SECRET_KEY=KEY, HSTS_SUBDOMAINS="1", HSTS_PRELOAD="1")
    assert settings["SECURE_HSTS_INCLUDE_SUBDOMAINS"]
    assert settings["SECURE_HSTS_PRELOAD"]
    settings = settings_of(tmp_path, SECRET_KEY=KEY, HTTPS="0", HSTS_SUBDOMAINS="1", HSTS_PRELOAD="1")
    assert not settings["SECURE_HSTS_INCLUDE_SUBDOMAINS"]
    assert not settings["SECURE_HSTS_PRELOAD"]


def test_production_without_a_key_does_not_start(tmp_path):
    answer = python("manage.py", "check", var=tmp_path, CASEBOOK_ENV="production")
    assert answer.returncode != 0
    assert "Production needs a SECRET_KEY" in answer.stderr


def test_production_passes_djangos_own_review(tmp_path):
    answer = python(
        *("manage.py", "check", "--deploy", "--fail-level", "WARNING"),
        var=tmp_path,
        SECRET_KEY=os.urandom(40).hex(),
        ALLOWED_HOSTS="casebook.example",
    )
    assert answer.returncode == 0, answer.stderr


def test_a_redis_is_queue_and_cache(tmp_path):
    settings = settings_of(tmp_path, REDIS_URL="redis://queue:6379/3")
    assert settings["CELERY_BROKER_URL"] == "redis://queue:6379/3"
    assert not settings["CELERY_TASK_ALWAYS_EAGER"]
    assert settings["CACHES"]["default"]["BACKEND"] == "operations.cache.Cache"


def test_a_database_url_is_the_database(tmp_path):
    settings = settings_of(tmp_path, DATABASE_URL="postgresql://casebook:pw@db:5433/casebook")
    database = settings["DATABASES"]["default"]
    assert (database["ENGINE"], database["HOST"], database["PORT"]) == (
        "django.db.backends.postgresql",
        "db",
        5433,
    )


@pytest.mark.parametrize(
    ("url", "port", "tls", "ssl", "timeout"),
    [
        ("submission://user:p%40ss@mail.example", 587, True, False, 10),
        ("smtp://user:p%40ss@mail.example:465?ssl=1&timeout=5", 465, False, True, 5),
    ],
)
def test_mails_are_sent_as_the_guide_describes(tmp_path, url, port, tls, ssl, timeout):
    settings = settings_of(tmp_path, EMAIL_URL=url)
    assert settings["EMAIL_BACKEND"] == "django.core.mail.backends.smtp.EmailBackend"
    assert (settings["EMAIL_HOST"], settings["EMAIL_PORT"]) == ("mail.example", port)
    assert settings["EMAIL_HOST_PASSWORD"] == "p@ss"
    assert (settings["EMAIL_USE_TLS"], settings["EMAIL_USE_SSL"]) == (tls, ssl)
    assert settings["EMAIL_TIMEOUT"] == timeout, "a mail server that hangs holds nobody for ever"


def test_every_change_of_a_model_has_its_migration(tmp_path):
    answer = python("manage.py", "makemigrations", "--check", "--dry-run", var=tmp_path)
    assert answer.returncode == 0, answer.stdout


def test_the_data_may_live_anywhere(tmp_path):
    var = tmp_path / "a folder" / "with spaces and ünïcode"
    answer = python("manage.py", "migrate", "-v0", var=var)
    assert answer.returncode == 0, answer.stderr
    assert (var / "casebook.sqlite3").exists()
    assert var.stat().st_mode & 0o077 == 0, "nobody else reads passwords and sessions"


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"CASEBOOK_ENV": "production"}, "Production needs a SECRET_KEY"),
        ({"SECRET_KEY": "short"}, "SECRET_KEY must be a random text of at least 32 characters"),
        ({"SECRET_KEY": "k" * 31}, "SECRET_KEY must be"),
        ({"SECRET_KEY": "kkkk" * 20}, "SECRET_KEY must be"),
        ({"SECRET_KEY": KEY, "SECRET_KEY_FALLBACKS": f"{KEY},old"}, "SECRET_KEY_FALLBACKS must be"),
        ({"DATABASE_URL": "nonsense"}, "DATABASE_URL"),
        ({"MAX_UPLOAD_MB": "many"}, "MAX_UPLOAD_MB"),
        ({"THROTTLE_BULK": "often"}, "THROTTLE_BULK must be a rate such as 300/min"),
        ({"THROTTLE_ANON": "0/min"}, "THROTTLE_ANON"),
        ({"EMAIL_URL": "smtp+tls://user:password@host:587"}, "EMAIL_URL"),
        ({"LOG_FORMAT": "xml"}, "LOG_FORMAT"),
        ({"METRICS_NETWORKS": "10.0.0.0/8,here"}, "METRICS_NETWORKS"),
        ({"SENTRY_DSN": "nonsense"}, "SENTRY_DSN"),
    ],
)
def test_a_wrong_setting_is_an_error_of_one_line(tmp_path, environment, words):
    answer = python("manage.py", "check", var=tmp_path, **environment)
    assert answer.returncode == 1
    assert words in answer.stderr
    assert "Traceback" not in answer.stderr


def test_dates_are_read_the_same_by_everybody():
    day = date(2026, 11, 12)
    with translation.override("en"):
        assert date_format(day, "SHORT_DATE_FORMAT") == "12 Nov 2026", "11/12 would be two days"
        assert date_format(day) == "12 November 2026"
    with translation.override("de"):
        assert date_format(day, "SHORT_DATE_FORMAT") == "12.11.2026"
