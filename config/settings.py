"""Settings of the site. All come from environment variables, with defaults that work without any."""

import sys
import tomllib
from datetime import timedelta
from ipaddress import ip_network
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from environs import Env, validate

from config import api
from config.images import card_images
from config.languages import offered
from config.rates import checked_rate
from config.secret import checked_secret, stored_secret
from operations import error_reports, logs
from operations.private_files import private_database, private_folder

env = Env()
BASE_DIR = Path(__file__).resolve().parent.parent
VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

# --- Paths --------------------------------------------------------------------------------------------

VAR_DIR = Path(env.str("VAR_DIR", str(BASE_DIR / "var"))).resolve()
if not VAR_DIR.exists():
    private_folder(VAR_DIR)
# A proxy may serve these itself, so they can be stored where it can read them.
STATIC_ROOT = Path(env.str("STATIC_DIR", str(VAR_DIR / "static"))).resolve()
STATIC_ROOT.mkdir(parents=True, exist_ok=True)

# --- Development or production ------------------------------------------------------------------------

# A given key means production; development creates its own.
SECRET_KEY = env.str("SECRET_KEY", "")
PRODUCTION = env.str("CASEBOOK_ENV", "production" if SECRET_KEY else "development") == "production"
if PRODUCTION and not SECRET_KEY:
    raise ImproperlyConfigured("Production needs a SECRET_KEY: set it to a long random text.")
SECRET_KEY = checked_secret("SECRET_KEY", SECRET_KEY) if SECRET_KEY else stored_secret(VAR_DIR / "secret.key")
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", [])
for old_key in SECRET_KEY_FALLBACKS:
    checked_secret("SECRET_KEY_FALLBACKS", old_key)

# Debug pages are only for the development server; otherwise pages look as for visitors.
DEBUG = env.bool("DEBUG", not PRODUCTION and "runserver" in sys.argv)

LOCAL = ["localhost", ".localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", [] if PRODUCTION else LOCAL)
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [])

HTTPS = env.bool("HTTPS", PRODUCTION)
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
# These affect other sites of the same domain, and browsers' lists for years, so the operator decides.
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS and env.bool("HSTS_SUBDOMAINS", False)
SECURE_HSTS_PRELOAD = HTTPS and env.bool("HSTS_PRELOAD", False)
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # the two that ask for them
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
BEHIND_PROXY = env.bool("BEHIND_PROXY", False)
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# --- Apps and middleware ------------------------------------------------------------------------------

INSTALLED_APPS = [
    "web",
    "jobs",
    "accounts",
    "cards",
    "decks",
    "rulebook",
    "campaigns",
    "boardgames",
    "operations",
    "bench",
    # Its pages are found by the URLs: most commands need none of them, nor what they import.
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "corsheaders",
    "csp",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
]

MIDDLEWARE = [
    # First, so that every response has a request id; and monitoring needs nothing of what follows.
    "operations.requests.Traced",
    "operations.probes.Probes",
    "django.middleware.security.SecurityMiddleware",
    # Before all middleware that may answer: programs in browsers read refusals, too.
    "corsheaders.middleware.CorsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "web.fair_share.FairShare",
    # Pages shrink to a sixth. Django masks its tokens and pads the length, so the size reveals nothing.
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "web.request_text.Decoding",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "cards.middleware.OneCatalogue",
    # Before CSRF, which would read a body that is too large.
    "web.errors.Refusals",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.Returning",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF, WSGI_APPLICATION = "config.urls", "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "web.context.page",
            ],
            "builtins": ["web.templatetags.casebook"],
        },
    }
]

FORM_RENDERER = "web.forms.Renderer"
CSRF_FAILURE_VIEW = "web.errors.csrf_failure"
MESSAGE_STORAGE = "django.contrib.messages.storage.fallback.FallbackStorage"

# --- Database and cache -------------------------------------------------------------------------------

DATABASES = {
    "default": env.dj_db_url(
        "DATABASE_URL", f"sqlite:///{VAR_DIR / 'casebook.sqlite3'}", conn_max_age=60, conn_health_checks=True
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    private_database(str(DATABASES["default"]["NAME"]))
    # Writers wait for each other instead of failing, and readers never wait. With synchronous=FULL every
    # commit waits for the disk, so that a power cut loses nothing that was confirmed.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 10,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-20000;",
    }
    # A file, not memory: the live server's threads share it.
    DATABASES["default"]["TEST"] = {"NAME": env.str("CASEBOOK_TEST_DB", str(VAR_DIR / "test.sqlite3"))}
else:
    # Limits the wait for a machine that does not respond.
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("connect_timeout", 5)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", "")
CACHES = {
    "default": {"BACKEND": "operations.cache.Cache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

# --- Background work ----------------------------------------------------------------------------------

TASK_APPLICATION = "config.celery"
CELERY_BROKER_URL = REDIS_URL or "files://localhost"
CELERY_TASK_ALWAYS_EAGER = env.bool("CELERY_EAGER", not REDIS_URL)
CELERY_TASK_EAGER_PROPAGATES = False
# The row in the table of jobs is the result.
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any]
if REDIS_URL:
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        # A message unacknowledged for this long is delivered again; its job is not started twice.
        "visibility_timeout": env.int("CELERY_VISIBILITY_TIMEOUT", 1800),
        # A Redis that hangs must not delay requests for long.
        "socket_connect_timeout": 1,
        "socket_timeout": 1,
        "socket_keepalive": True,
        "unacked_restore_interval": env.int("CELERY_RESTORE_INTERVAL", 10),
        "unacked_restore_throttle": env.int("CELERY_RESTORE_THROTTLE", 10),
    }
else:
    QUEUE_DIR = private_folder(VAR_DIR / "queue")
    for folder in ("messages", "control"):
        private_folder(QUEUE_DIR / folder)
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(QUEUE_DIR / "messages"),
        "data_folder_out": str(QUEUE_DIR / "messages"),
        "control_folder": str(QUEUE_DIR / "control"),
        "store_processed": False,
    }

#: Seconds without a heartbeat after which a worker counts as dead; its jobs are given to another.
JOB_LOST_SECONDS = env.float("JOB_LOST_SECONDS", 30)
# Periodic work, which `celery -A config beat` sends.
CELERY_BEAT_SCHEDULE: dict[str, Any] = {
    kind: {"task": "jobs.tasks.begin_job", "args": [kind], "schedule": timedelta(days=1)}
    for kind in ("accounts.clear-guests", "accounts.clear-sessions", "decks.clear-deleted", "jobs.clear")
}
CELERY_BEAT_SCHEDULE["jobs.send-lost"] = {
    "task": "jobs.tasks.send_lost_jobs",
    "schedule": timedelta(seconds=20),
    # If no worker runs, one such message is enough.
    "options": {"expires": 20},
}
CELERY_BEAT_SCHEDULER = "operations.schedule:Scheduler"
CELERY_BEAT_SCHEDULE_FILENAME = str(private_folder(VAR_DIR / "beat") / "rounds.json")

# --- Accounts and mail --------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
# A guest has no password and cannot sign in again when the session is over.
GUEST_DAYS = env.int("GUEST_DAYS", 90)
#: New guests and players from one network; 0 means no limit.
GUESTS_PER_HOUR = env.int("GUESTS_PER_HOUR", 60 if PRODUCTION else 0)
#: How much one user may store (accounts/quotas.py).
QUOTAS = {
    "player": {"decks": env.int("MOST_DECKS", 5_000), "campaigns": env.int("MOST_CAMPAIGNS", 500)},
    "guest": {"decks": env.int("MOST_GUEST_DECKS", 200), "campaigns": env.int("MOST_GUEST_CAMPAIGNS", 30)},
}
SESSION_COOKIE_AGE = GUEST_DAYS * 24 * 60 * 60

EMAIL = env.dj_email_url("EMAIL_URL", "console:")
if "EMAIL_BACKEND" not in EMAIL:
    raise ImproperlyConfigured("EMAIL_URL is not right: write it like submission://user:password@host:587.")
EMAIL_BACKEND = EMAIL["EMAIL_BACKEND"]
EMAIL_HOST, EMAIL_PORT = EMAIL["EMAIL_HOST"], EMAIL["EMAIL_PORT"]
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = EMAIL["EMAIL_HOST_USER"], EMAIL["EMAIL_HOST_PASSWORD"]
EMAIL_USE_TLS, EMAIL_USE_SSL = EMAIL["EMAIL_USE_TLS"], EMAIL["EMAIL_USE_SSL"]
# A mail server that hangs must not block a request forever.
EMAIL_TIMEOUT = EMAIL["EMAIL_TIMEOUT"] or 10
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "casebook@localhost")

# --- Language and time --------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGES = offered(LOCALE_PATHS[0])
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
FORMAT_MODULE_PATH = "config.formats"

# --- Static files -------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "web.static_files.Finder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
# Hashed names need `collectstatic` first, which `./run` does; tests and the development server work without.
HASHED_STATIC = env.bool("HASHED_STATIC", PRODUCTION)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "web.static_files.HashedFiles"
        if HASHED_STATIC
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_AUTOREFRESH = not HASHED_STATIC

MEDIA_ROOT = VAR_DIR / "media"
DATA_UPLOAD_MAX_MEMORY_SIZE = 5_000_000
MAX_UPLOAD_BYTES = env.int("MAX_UPLOAD_MB", 20) * 1_000_000
# A folder that card imports started in the admin site may read, in addition to uploads and the public web.
IMPORT_DIR = env.str("IMPORT_DIR", "")
IMPORT_INTERNAL = env.bool("IMPORT_INTERNAL", False)
FETCH_DECKS = env.bool("FETCH_DECKS", True)  # from ArkhamDB and arkham.build, when a user enters an address

# Scans of cards: a folder, or an address with {code}; in both, {code}b is the back.
CARD_IMAGES = card_images(env.str("CARD_IMAGES", ""))

# --- Content security ---------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:", *CARD_IMAGES.origins],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "manifest-src": [SELF],
    }
}

# --- The API ------------------------------------------------------------------------------------------

# Rates such as "300/min"; empty means no limit. The first two are for all API requests; the others are for
# kinds of costly work, on pages and by the API together: judging and pricing; imports, copies, exports.
RATES = {
    scope: checked_rate(variable, env.str(variable, usual if PRODUCTION else ""))
    for scope, variable, usual in [
        ("anon", "THROTTLE_ANON", "300/min"),
        ("user", "THROTTLE_USER", "1200/min"),
        ("check", "THROTTLE_CHECK", "120/min"),
        ("bulk", "THROTTLE_BULK", "20/min"),
    ]
}
#: Whether those who use much of the processor take turns (web/fair_share.py).
FAIR_SHARE = env.bool("FAIR_SHARE", PRODUCTION)
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.authentication.KeyAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PAGINATION_CLASS": "web.api.base.Pages",
    "DEFAULT_PARSER_CLASSES": ["web.api.base.StrictJSONParser", "web.api.base.StrictMultiPartParser"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "web.api.schema.Described",
    "DEFAULT_THROTTLE_CLASSES": [
        "accounts.throttling.NetworkThrottle",
        "rest_framework.throttling.UserRateThrottle",
        "accounts.throttling.CostlyThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {name: RATES[name] for name in ("anon", "user")},
    "EXCEPTION_HANDLER": "web.api.base.exception_handler",
    "NUM_PROXIES": 1 if BEHIND_PROXY else 0,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    # All responses are JSON. An unknown `format` would turn any URL into a 404.
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = api.DESCRIPTION
CORS_ALLOW_ALL_ORIGINS = True
CORS_URLS_REGEX = api.OPEN_TO_ALL_ORIGINS
CORS_ALLOW_METHODS, CORS_ALLOW_HEADERS = api.METHODS, api.REQUEST_HEADERS
CORS_EXPOSE_HEADERS = api.ANSWER_HEADERS

# --- Logs and metrics ---------------------------------------------------------------------------------

LOG_FORMAT = env.str("LOG_FORMAT", "line", validate=validate.OneOf(logs.FORMATS))
# A line for each request and each job, which would only be distracting in development.
ACCESS_LOG = env.bool("ACCESS_LOG", PRODUCTION)
LOGGING = logs.configuration(
    form=LOG_FORMAT, level=env.str("LOG_LEVEL", "WARNING").upper(), access_log=ACCESS_LOG
)

# Access to /metrics needs the token and one of the networks, as far as they are set. If neither is, it is
# closed.
METRICS_TOKEN = env.str("METRICS_TOKEN", "")
try:
    METRICS_NETWORKS = [ip_network(network) for network in env.list("METRICS_NETWORKS", list[str]())]
except ValueError as wrong:
    raise ImproperlyConfigured(f"METRICS_NETWORKS is not right: {wrong}.") from None
METRICS = bool(METRICS_TOKEN or METRICS_NETWORKS)

if SENTRY_DSN := env.str("SENTRY_DSN", ""):
    error_reports.begin(
        SENTRY_DSN, environment="production" if PRODUCTION else "development", release=VERSION
    )
