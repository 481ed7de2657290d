"""All settings come from the environment. With none set, one process serves from SQLite."""

import hashlib
import os
import tempfile
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from common.wings import only_installed, parse_wings
from cribbage_site import VERSION
from cribbage_site.dashboard.theme import UNFOLD as UNFOLD  # the look of the admin
from cribbage_site.database_pool import MAX_CONNECTIONS
from cribbage_site.environment import (
    find_languages,
    mail_settings,
    parse_engines,
    parse_listener,
    parse_push_key,
    parse_times,
    parse_titles,
    postgresql_settings,
    read_lines,
    read_or_make_secret,
    split_commas,
    sqlite_settings,
)
from rng.delay import FEWEST_STEPS, MOST_STEPS

BASE_DIR = Path(__file__).resolve().parent.parent
ENV = os.environ

PRODUCTION = ENV.get("PRODUCTION") == "1"
DEBUG = ENV.get("DEBUG") == "1" and not PRODUCTION

# A site at home creates a secret of its own, and keeps it in a file next to its database.
HOME = Path(ENV.get("DATABASE_PATH", BASE_DIR / "every_other.sqlite3")).absolute().parent
SECRET_KEY_FILE = (BASE_DIR if "DATABASE_URL" in ENV else HOME) / "every_other.secret_key"
has_own_secret = not (PRODUCTION or "SECRET_KEY" in ENV)
SECRET_KEY = read_or_make_secret(SECRET_KEY_FILE) if has_own_secret else ENV.get("SECRET_KEY", "")
# The former secret of sites at home. It signs nothing anymore, because it is public.
DEFAULT_SECRET_KEY = "a key that everyone knows: for playing at home, refused in production"  # noqa: S105 - no secret
# Earlier secrets, newest first, so that sessions and links in mails stay valid.
SECRET_KEY_FALLBACKS = split_commas(ENV.get("SECRET_KEY_FALLBACKS", ""))
# The first key seals the secrets of live games. The older ones only open. Keys derived from the secret come
# last, so that a host who sets keys, or a new secret, can still open earlier seals. For the same reason a
# site at home can open what it sealed before it had its own secret.
SEALING_KEYS = split_commas(ENV.get("SEALING_KEYS", "")) + [
    hashlib.sha256(b"every-other sealing\0" + secret.encode()).hexdigest()
    for secret in (SECRET_KEY, *SECRET_KEY_FALLBACKS, *[DEFAULT_SECRET_KEY] * has_own_secret)
]
# A key derived from the first of these signs receipts. The older ones keep signing for the games that name
# them. A site at home may have one in a file, from before it had a secret of its own.
SIGNING_KEY_FILE = Path(ENV.get("SIGNING_KEY_FILE", str(BASE_DIR / "every_other.signing_key")))
SIGNING_KEYS = (
    split_commas(ENV.get("SIGNING_KEYS", ""))
    + ([] if PRODUCTION else read_lines(SIGNING_KEY_FILE))
    + [
        hashlib.sha256(b"every-other signing\0" + secret.encode()).hexdigest()
        for secret in (SECRET_KEY, *SECRET_KEY_FALLBACKS)
    ]
)

ALLOWED_HOSTS = split_commas(ENV.get("ALLOWED_HOSTS", ""))
if PRODUCTION:
    if SECRET_KEY == DEFAULT_SECRET_KEY or len(SECRET_KEY) < 50:
        raise ImproperlyConfigured("In production SECRET_KEY must be set to at least 50 random characters.")
    if not ALLOWED_HOSTS:
        raise ImproperlyConfigured("In production ALLOWED_HOSTS must name the hosts to serve.")
elif not ALLOWED_HOSTS:
    host = ENV.get("HOST", "127.0.0.1")
    # A server that listens on all interfaces does not know its name in the local network. Any name will do:
    # sockets are same-origin and cookies SameSite, so a page under another name cannot use a player's
    # cookies.
    ALLOWED_HOSTS = ["*"] if host in ("0.0.0.0", "::", "[::]") else ["localhost", "127.0.0.1", "[::1]", host]  # noqa: S104

# The running build, as games record it: a commit, if the build names one.
BUILD = ENV.get("BUILD", VERSION)

# The optional wings of this site: all, or those that WINGS names.
WINGS = parse_wings(ENV.get("WINGS"))

# Each is installed if its folder exists. razz adds to the fairness lab. bench, which only a checkout has,
# measures the product and injects faults.
CAN_BE_LEFT_OUT = ("rng.razz", "bench")

INSTALLED_APPS = only_installed(
    [
        "cribbage_site.apps.Daphne",  # first: its runserver replaces Django's
        "unfold.apps.BasicAppConfig",  # before the admin, whose templates it replaces
        "cribbage_site.apps.HostsAdmin",
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "django.contrib.messages",
        "cribbage_site.apps.Files",
        "allauth",
        "allauth.account",
        "allauth.mfa",
        "channels",
        "rng",
        "ranking",
        "game",
        "game.tokens",
        "game.shared_decks",
        "game.shared_rounds",
        "game.engines",
        "game.bot_accounts",
        "game.following",
        "people.moderation",
        "people.notices",
        "people.appointments",
        "people.following",
        "people.mail",
        "people.clubs",
        "people.retention",
        "people.profiles",
        "tournaments.events",
        "tournaments.event_pages",
        "tournaments.desk",
        "tournaments.seasons",
        "tournaments.club_pages",
        "tournaments.archive",
        "study.review",
        "study.rules",
        "study.learn",
        "study.lab",
        "study.daily",
        "study.same_cards",
        "study.throws",
        "study.trainer",
        "study.habits",
        "study.strength",
        "proof.evidence",
        "proof.public_log",
        "programs.api",
        "programs.board_games",
        "programs.bots",
        "programs.crib",
        "programs.engines",
        "programs.dumps",
        "programs.oauth.apps.Toolkit",
        "programs.oauth",
        "hosting",
        "hosting.signs",
        "hosting.evenings",
        *(app for app in CAN_BE_LEFT_OUT if (BASE_DIR / app.replace(".", "/") / "__init__.py").exists()),
    ],
    WINGS,
)

# Called in this order when a game ends, in the transaction that records it (game.table.record.game_over).
# Rows are locked in the same order. With another order, two releases running side by side could deadlock.
GAME_OVER_SUBSCRIBERS = only_installed(
    [
        "game.halscrib.learning.record_ends",
        "game.table.record.end_records.log_end",
        "tournaments.events.run.results.record_results",
        "study.strength.entering.note_results",
        "game.table.record.end_records.write_scoresheets",
        "study.review.automatic.queue_ended_games",
        "game.ladder.settling.settle_games",
    ],
    WINGS,
)

MIDDLEWARE = only_installed(
    [
        "cribbage_site.cpu_share.cpu_share",  # first, so that it counts the time of all others
        "django.middleware.gzip.GZipMiddleware",
        "django.middleware.security.SecurityMiddleware",
        "cribbage_site.middleware.content_security",
        "programs.embedding.cookieless.without_cookies",
        "game.tokens.bearer.without_cookies",  # before any that reads them
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.locale.LocaleMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "game.accounts.language.account_language",
        "django.contrib.messages.middleware.MessageMiddleware",
        "allauth.account.middleware.AccountMiddleware",
        "cribbage_site.pages.banned.BannedMiddleware",
        "game.accounts.rate_limits.RateLimitMiddleware",
        "django.middleware.clickjacking.XFrameOptionsMiddleware",
    ],
    WINGS,
)

ROOT_URLCONF = "cribbage_site.urls"
ASGI_APPLICATION = "cribbage_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": [
                "cribbage_site.assets.page_files",
                "cribbage_site.drawn",
                "cribbage_site.logs.requests",
                "cribbage_site.sections",
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "cribbage_site.pages.news.news_context",
                "game.accounts.preferences.preferences_context",
                "game.sharing.page.sharing_context",
            ],
        },
    },
]

if "DATABASE_URL" in ENV:
    DATABASES = {
        "default": postgresql_settings(ENV["DATABASE_URL"], int(ENV.get("DATABASE_POOL") or MAX_CONNECTIONS))
    }
else:
    DATABASES = {"default": sqlite_settings(ENV.get("DATABASE_PATH", str(BASE_DIR / "every_other.sqlite3")))}
    # A file, as in production. A database in memory answers "table is locked" where a file lets threads wait.
    test_database = Path(tempfile.gettempdir(), f"every_other_test_{os.getpid()}.sqlite3")
    DATABASES["default"]["TEST"] = {"NAME": str(test_database)}
# The folder of the public log: at home next to the database, behind nginx where nginx looks for it.
beside = BASE_DIR / DATABASES["default"]["NAME"]
LOG_ROOT = Path(ENV.get("LOG_ROOT") or beside.with_name(f"{beside.stem}_log"))
# The folder of the monthly dumps, next to it.
DUMPS_ROOT = Path(ENV.get("DUMPS_ROOT") or beside.with_name(f"{beside.stem}_dumps"))
# The witnesses that are asked to cosign the log: "https://witness.example name+hash+key", comma-separated.
LOG_WITNESSES = split_commas(ENV.get("LOG_WITNESSES", ""))

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Processes publish events through Redis. Without it, other processes learn of them by polling.
REDIS_URL = ENV.get("REDIS_URL", "")
CACHES: dict[str, Any] = {"default": {"BACKEND": "common.http.rate_limit_cache.LocalRateLimitCache"}}
if REDIS_URL:
    patience = {"socket_timeout": 1, "socket_connect_timeout": 1}
    CACHES = {
        "default": {
            "BACKEND": "common.http.rate_limit_cache.SharedRateLimitCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": patience,
        }
    }

# The number of processes that compute the bots' moves, and the CPU time for a move in milliseconds.
BOT_PROCESSES = int(ENV.get("BOT_PROCESSES") or max(1, (os.cpu_count() or 1) - 1))
BOT_BUDGET_MS = int(ENV.get("BOT_BUDGET_MS", "50"))
# How many seconds a player waits at most for one of these processes.
INTERACTIVE_SECONDS = 10.0

# House bots, as "name:/path/to/program", separated by commas (docs/how-to/run-an-engine.md).
ENGINES = parse_engines(ENV.get("ENGINES", ""))
# The announced time for an engine's move in milliseconds, and the memory that an engine may use.
ENGINE_MS = int(ENV.get("ENGINE_MS", "1000"))
ENGINE_MEMORY_MB = int(ENV.get("ENGINE_MEMORY_MB", "512"))
# "allowed" also starts engines on a machine where their network access cannot be removed.
ENGINE_NETWORK = ENV.get("ENGINE_NETWORK", "refused")
if ENGINE_NETWORK not in ("refused", "allowed"):
    raise ImproperlyConfigured('ENGINE_NETWORK must be "refused" or "allowed".')

# Whether this process also runs site-wide jobs: "all", or "own" where `manage.py sweep` runs them.
CHORES = ENV.get("CHORES", "all")
if CHORES not in ("all", "own"):
    raise ImproperlyConfigured('CHORES must be "all", or "own" where manage.py sweep does the rest.')

# Whether finished games of players with an account are reviewed automatically.
REVIEW_GAMES = ENV.get("REVIEW_GAMES", "1") == "1"

# Whether a throw of the day is chosen, from a finished game or from a game that bots play for it.
THROW_OF_THE_DAY = ENV.get("THROW_OF_THE_DAY", "1") == "1"
# The highest average cost of a decision for each title, in percent of a game (docs/explanation/review.md).
TITLES = parse_titles(ENV.get("TITLES", ""))
# Whether there is a daily game.
DAILY = ENV.get("DAILY", "1") == "1"
# The steps in a segment of the delay of shared decks. 0: no delay, and no page vouches for these decks.
DELAY_STEPS = int(ENV.get("DELAY_STEPS") or FEWEST_STEPS)
if not 0 <= DELAY_STEPS <= MOST_STEPS:
    raise ImproperlyConfigured(f"DELAY_STEPS must be at most {MOST_STEPS}.")

# The times of day, in UTC, when a night and an hour begin: "19:30, 21:00". Empty: only hosts' own events.
EVENT_NIGHTS = parse_times(ENV.get("EVENT_NIGHTS", ""))
EVENT_HOURS = parse_times(ENV.get("EVENT_HOURS", ""))

# The scorer that the statistics of dealt decks use for hands, and for how games ended.
FAIRNESS_SCORER = "game.fairness.scorer.CRIBBAGE_SCORER"
FAIRNESS_ENDS = "game.fairness.endings.count_endings"

AUTH_USER_MODEL = "game.Player"
AUTHENTICATION_BACKENDS = [
    "game.accounts.password.ByNameOrEmail",
    "django.contrib.auth.backends.ModelBackend",  # for guests' sessions of older versions
]
PASSWORD_HASHERS = [
    "game.accounts.hashers.Argon2idHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",  # of older versions, until their owners log in
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
CSRF_FAILURE_VIEW = "cribbage_site.pages.play.csrf_failure"

ACCOUNT_ADAPTER = "people.settings.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "people.settings.forms.SignUpForm",
    "login": "people.settings.forms.LogInForm",
    "change_password": "people.settings.forms.ChangePasswordForm",
    "reset_password": "people.settings.forms.PasswordResetRequestForm",
    "reset_password_from_key": "people.settings.forms.PasswordResetForm",
    "add_email": "people.settings.forms.ChangeEmailForm",
    "reauthenticate": "people.settings.forms.ConfirmPasswordForm",
}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "email"]
ACCOUNT_LOGIN_METHODS = {"username", "email"}
# No page and no missing mail reveals whether an address has an account.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_VERIFICATION = "optional"
# In addition to allauth's limits (docs/explanation/security.md): resets cannot flood a mailbox.
ACCOUNT_RATE_LIMITS = {"reset_password": "20/m/ip,5/h/key"}
ACCOUNT_CHANGE_EMAIL = True  # one address each, changed when the new one is confirmed
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Every Other: "
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # before a change of the address or of the second factor
ACCOUNT_EMAIL_CONFIRMATION_AUTHENTICATED_REDIRECT_URL = "account"
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if PRODUCTION and ENV.get("HTTPS", "1") == "1" else "http"
MFA_ADAPTER = "people.settings.two_factor.MFAAdapter"
MFA_FORMS = {
    "authenticate": "people.settings.forms.SecondFactorForm",
    "reauthenticate": "people.settings.forms.ConfirmSecondFactorForm",
    "activate_totp": "people.settings.forms.ActivateSecondFactorForm",
}
MFA_TOTP_ISSUER = "Every Other"
MFA_TOTP_TOLERANCE = 1  # accepts a code that is typed while the next one appears
MFA_ALLOW_UNVERIFIED_EMAIL = True  # an unconfirmed address does not stop its owner from registering it
# Rate limits count by the visitor's address. This many proxies append to X-Forwarded-For, the nearest last.
ALLAUTH_TRUSTED_PROXY_COUNT = int(ENV.get("TRUSTED_PROXIES", "1" if PRODUCTION else "0"))

# Apps of others act for players by OAuth 2.1 (programs/oauth): by code with PKCE, or by a device's code.
MIGRATION_MODULES = {"oauth2_provider": "programs.oauth.toolkit.migrations"}
OAUTH2_PROVIDER_APPLICATION_MODEL = "oauth2_provider.Application"
OAUTH2_PROVIDER_ACCESS_TOKEN_MODEL = "oauth2_provider.AccessToken"  # noqa: S105 - a model
OAUTH2_PROVIDER_REFRESH_TOKEN_MODEL = "oauth2_provider.RefreshToken"  # noqa: S105 - a model
OAUTH2_PROVIDER_ID_TOKEN_MODEL = "oauth2_provider.IDToken"  # noqa: S105 - a model
OAUTH2_PROVIDER_GRANT_MODEL = "oauth2_provider.Grant"
OAUTH2_PROVIDER_DEVICE_GRANT_MODEL = "oauth2_provider.DeviceGrant"
OAUTH2_PROVIDER = {
    "OAUTH2_VALIDATOR_CLASS": "programs.oauth.validator.Validator",
    "SCOPES_BACKEND_CLASS": "programs.oauth.scopes.TokenScopes",
    "ACCESS_TOKEN_GENERATOR": "programs.oauth.texts.new_access_token",
    "REFRESH_TOKEN_GENERATOR": "programs.oauth.texts.new_refresh_token",
    "CLIENT_ID_GENERATOR_CLASS": "programs.oauth.texts.ClientIds",
    "OAUTH_PRE_TOKEN_VALIDATION": [],
    "AUTHORIZATION_CODE_EXPIRE_SECONDS": 60,
    "ACCESS_TOKEN_EXPIRE_SECONDS": 60 * 60,
    "REFRESH_TOKEN_EXPIRE_SECONDS": 90 * 24 * 60 * 60,  # since the last access token expired
    "REFRESH_TOKEN_REUSE_PROTECTION": True,
    "ALLOWED_REDIRECT_URI_SCHEMES": ["https"],  # an app's own addresses are checked at registration
    **{
        f"COMPLIANT_BCP_RFC9700_{rule}": True
        for rule in (
            "IMPLICIT_GRANT",
            "PASSWORD_GRANT",
            "PKCE_METHOD",
            "PKCE_REQUIRED",
            "ACCESS_TOKEN_TRANSPORT",
            "AUTHZ_RESPONSE_ISS",
            "TOKEN_STORAGE",
            "REFRESH_TOKEN",
            "REDIRECT_URI_SCHEME",
            "REDIRECT_URI_MATCHING",
        )
    },
}

SESSION_ENGINE = "game.accounts.session_engine"
SESSION_COOKIE_AGE = 365 * 24 * 60 * 60
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"

# EMAIL_URL=smtp://user:password@host:587 (or smtps://). Without it, a site at home prints its mail.
vars().update(mail_settings(ENV.get("EMAIL_URL", ""), is_printed=not PRODUCTION))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = ENV.get("EMAIL_FROM", "Every Other <every-other@localhost>")
# The URL of the site, for mails that are not caused by a request.
SITE_URL = ENV.get("SITE_URL", "").rstrip("/") or (
    f"{ACCOUNT_DEFAULT_HTTP_PROTOCOL}://{ALLOWED_HOSTS[0].lstrip('.')}"
    if PRODUCTION
    else f"http://{ENV.get('HOST', '127.0.0.1')}:{ENV.get('PORT', '8000')}"
)

# This key identifies the site to push services. `manage.py push_key` makes it; without it push is off.
VAPID_PRIVATE_KEY = parse_push_key(ENV.get("VAPID_PRIVATE_KEY", ""))
# The contact for push services, as mailto: or https:.
VAPID_SUBJECT = ENV.get("VAPID_SUBJECT", "") or SITE_URL
# Hosts in a private network that push may use in tests: "127.0.0.1". They may do without https.
PUSH_ALLOWED_HOSTS = split_commas(ENV.get("PUSH_ALLOWED_HOSTS", ""))

LANGUAGE_CODE = "en"
# EXTRA_LOCALE=<folder of <locale>/LC_MESSAGES> adds its languages, for translators to try their work.
EXTRA_LOCALE = ENV.get("EXTRA_LOCALE", "")
LANGUAGES = [("en", "English"), ("fr", "Français"), *find_languages(EXTRA_LOCALE)]
LOCALE_PATHS = [BASE_DIR / "locale", *([Path(EXTRA_LOCALE)] if EXTRA_LOCALE else [])]
FORMAT_MODULE_PATH = "cribbage_site.formats"
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = ENV.get("STATIC_ROOT", str(BASE_DIR / "staticfiles"))
STATICFILES_DIRS = [BASE_DIR / "static"]
# Whether files may change while they are served. Then nothing is cached.
STATIC_FILES_CHANGE = not PRODUCTION
if PRODUCTION:
    STORAGES = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "cribbage_site.assets.hashed_names.HashedNames"},
    }

# Where to report vulnerabilities: mailto:security@example.com, or an https address. Empty: nowhere.
SECURITY_CONTACT = ENV.get("SECURITY_CONTACT", "")

X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"

# SQLite's indexes lack the extra columns of PostgreSQL's, which is harmless.
SILENCED_SYSTEM_CHECKS = ["models.W040"]
if PRODUCTION and ENV.get("HTTPS", "1") == "1":
    # In production a proxy stands in front. It must set this header itself, whatever a client sent.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    # Browsers accept such a name only from this very host, over https: no other subdomain can plant a cookie.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    # We cannot promise that all other names of a domain use https and can be preloaded.
    SILENCED_SYSTEM_CHECKS += ["security.W005", "security.W021"]

# Metrics for Prometheus, at METRICS=host:port. Each process needs its own port.
METRICS = parse_listener(ENV.get("METRICS", ""))

# DEBUG=1 shows all data of a failed page. Any other report only says what failed and where.
DEFAULT_EXCEPTION_REPORTER = "cribbage_site.logs.error_reports.BareExceptionReporter"

LOG_FORMAT = ENV.get("LOG_FORMAT", "json" if PRODUCTION else "plain")
if LOG_FORMAT not in ("json", "plain"):
    raise ImproperlyConfigured("LOG_FORMAT must be json, with one object per line, or plain.")
LOGGED_AT_INFO = (
    "game",
    "people",
    "tournaments",
    "study",
    "proof",
    "programs",
    "hosting",
    "cribbage_site.pages",
)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "json": {"()": "cribbage_site.logs.setup.JsonFormatter"},
        "plain": {"()": "cribbage_site.logs.setup.PlainFormatter"},
    },
    "filters": {
        "seldom": {"()": "cribbage_site.database_pool.RepeatFilter"},
        "refusals": {"()": "cribbage_site.logs.setup.RefusalFilter"},
    },
    "handlers": {
        "stderr": {
            "class": "cribbage_site.logs.setup.CountingHandler",
            "formatter": LOG_FORMAT,
            "filters": ["refusals"],
        }
    },
    "root": {"handlers": ["stderr"], "level": ENV.get("LOG_LEVEL", "WARNING")},
    "loggers": {
        "django": {"handlers": [], "level": ENV.get("DJANGO_LOG_LEVEL", "WARNING")},
        "django.server": {
            "handlers": [],
            "level": ENV.get("DJANGO_LOG_LEVEL", "WARNING"),
            "propagate": True,
        },
        # Below this level these loggers write all values of a statement or a rendered page.
        "django.db.backends": {"level": "INFO"},
        "django.template": {"level": "INFO"},
        "oauthlib": {"level": "INFO"},
        "oauth2_provider": {"level": "WARNING"},
        "psycopg.pool": {"filters": ["seldom"]},
        **{name: {"level": ENV.get("LOG_LEVEL", "INFO")} for name in LOGGED_AT_INFO},
    },
}
