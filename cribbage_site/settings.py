"""All settings come from the environment; with none set, one process serves from SQLite."""

import hashlib
import os
import tempfile
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from common.wings import only_installed, parse_wings
from cribbage_site import VERSION
from cribbage_site.dashboard.theme import UNFOLD as UNFOLD  # how the admin looks
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

BASE_DIR = Path(__file__).resolve().parent.parent
ENV = os.environ

PRODUCTION = ENV.get("PRODUCTION") == "1"
DEBUG = ENV.get("DEBUG") == "1" and not PRODUCTION

# A site at home has a secret of its own, which it makes and keeps beside its database.
HOME = Path(ENV.get("DATABASE_PATH", BASE_DIR / "every_other.sqlite3")).absolute().parent
SECRET_KEY_FILE = (BASE_DIR if "DATABASE_URL" in ENV else HOME) / "every_other.secret_key"
has_own_secret = not (PRODUCTION or "SECRET_KEY" in ENV)
SECRET_KEY = read_or_make_secret(SECRET_KEY_FILE) if has_own_secret else ENV.get("SECRET_KEY", "")
# What sites at home had before: it signs nothing any more, for everyone knows it.
DEFAULT_SECRET_KEY = "a key that everyone knows: for playing at home, refused in production"  # noqa: S105 - no secret
# Earlier ones, newest first, so that sessions and links in mails stay valid.
SECRET_KEY_FALLBACKS = split_commas(ENV.get("SECRET_KEY_FALLBACKS", ""))
# Secrets of live games are sealed with the first of these; the older ones still open. Those derived from the
# secret come last, so that a host who sets own keys, or a new secret, can open what was sealed before; so can
# a site at home what it sealed before it had a secret of its own.
SEALING_KEYS = split_commas(ENV.get("SEALING_KEYS", "")) + [
    hashlib.sha256(b"every-other sealing\0" + secret.encode()).hexdigest()
    for secret in (SECRET_KEY, *SECRET_KEY_FALLBACKS, *[DEFAULT_SECRET_KEY] * has_own_secret)
]
# Receipts are signed with a key derived from the first of these; the older ones go on signing for the games
# that name them. A site at home may have one in a file, from before it had a secret of its own.
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
    # A server that listens everywhere does not know its name in the local network. Any name will do: sockets
    # are same-origin and cookies SameSite, so a page under another name has no player's cookies to use.
    ALLOWED_HOSTS = ["*"] if host in ("0.0.0.0", "::", "[::]") else ["localhost", "127.0.0.1", "[::1]", host]  # noqa: S104

# What serves, as games name it: a commit, where the build says which.
BUILD = ENV.get("BUILD", VERSION)

# The optional wings of this site: all, or those that WINGS names.
WINGS = parse_wings(ENV.get("WINGS"))

# Each is installed if its folder is there: razz adds to the fairness lab; bench, which only a checkout has,
# measures and breaks the product.
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
        "people.following",
        "people.mail",
        "people.clubs",
        "people.retention",
        "tournaments.events",
        "tournaments.desk",
        "tournaments.seasons",
        "tournaments.club_pages",
        "study.review",
        "study.rules",
        "study.learn",
        "study.daily",
        "study.same_cards",
        "study.throws",
        "study.trainer",
        "study.strength",
        "proof.evidence",
        "proof.public_log",
        "programs.api",
        "programs.bots",
        "programs.engines",
        "programs.dumps",
        "hosting",
        "hosting.signs",
        "hosting.demo.evenings",
        *(app for app in CAN_BE_LEFT_OUT if (BASE_DIR / app.replace(".", "/") / "__init__.py").exists()),
    ],
    WINGS,
)

# Called in this order when games end, in the transaction that writes it (game.table.record.game_over). Rows
# are locked in this order too: with another order, two releases that run side by side could deadlock.
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
        "cribbage_site.cpu_share.cpu_share",  # first, so that it counts what all others take
        "django.middleware.gzip.GZipMiddleware",
        "django.middleware.security.SecurityMiddleware",
        "cribbage_site.middleware.content_security",
        "programs.embedding.cookieless.without_cookies",
        "game.tokens.bearer.without_cookies",  # before any that looks at them
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
    # A file as in production: a database in memory answers "table is locked" where a file lets threads wait.
    test_database = Path(tempfile.gettempdir(), f"every_other_test_{os.getpid()}.sqlite3")
    DATABASES["default"]["TEST"] = {"NAME": str(test_database)}
# Where the files of the public log are: at home beside the database, behind nginx where it looks for them.
beside = BASE_DIR / DATABASES["default"]["NAME"]
LOG_ROOT = Path(ENV.get("LOG_ROOT") or beside.with_name(f"{beside.stem}_log"))
# Where the monthly dumps are, beside it.
DUMPS_ROOT = Path(ENV.get("DUMPS_ROOT") or beside.with_name(f"{beside.stem}_dumps"))
# Who is asked to cosign the log: "https://witness.example name+hash+key", separated by commas.
LOG_WITNESSES = split_commas(ENV.get("LOG_WITNESSES", ""))

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Where processes publish what happened; without it, others find out when they ask.
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

# How many processes compute the bots' moves, and the CPU time that a move may take, in milliseconds.
BOT_PROCESSES = int(ENV.get("BOT_PROCESSES") or max(1, (os.cpu_count() or 1) - 1))
BOT_BUDGET_MS = int(ENV.get("BOT_BUDGET_MS", "50"))

# Programs that play as house bots: "name:/path/to/program", separated by commas (docs/engines.md).
ENGINES = parse_engines(ENV.get("ENGINES", ""))
# What one is told that it has for a move, in milliseconds, and the memory that it may take.
ENGINE_MS = int(ENV.get("ENGINE_MS", "1000"))
ENGINE_MEMORY_MB = int(ENV.get("ENGINE_MEMORY_MB", "512"))
# "allowed" starts them also on a machine where their network cannot be taken away.
ENGINE_NETWORK = ENV.get("ENGINE_NETWORK", "refused")
if ENGINE_NETWORK not in ("refused", "allowed"):
    raise ImproperlyConfigured('ENGINE_NETWORK must be "refused" or "allowed".')

# Whether this process also does site-wide jobs: "all", or "own" where `manage.py sweep` does them.
CHORES = ENV.get("CHORES", "all")
if CHORES not in ("all", "own"):
    raise ImproperlyConfigured('CHORES must be "all", or "own" where manage.py sweep does the rest.')

# Whether finished games of players with an account are reviewed without being asked.
REVIEW_GAMES = ENV.get("REVIEW_GAMES", "1") == "1"

# Whether a throw of the day is chosen, from a finished game or from one that bots play for it.
THROW_OF_THE_DAY = ENV.get("THROW_OF_THE_DAY", "1") == "1"
# What a decision may cost at most for each title, in per cent of a game: measured on bots (docs/review.md).
TITLES = parse_titles(ENV.get("TITLES", ""))
# Whether there is a daily game.
DAILY = ENV.get("DAILY", "1") == "1"

# When a night and an hour begin every day, in UTC: "19:30, 21:00". Empty: only those that hosts make.
EVENT_NIGHTS = parse_times(ENV.get("EVENT_NIGHTS", ""))
EVENT_HOURS = parse_times(ENV.get("EVENT_HOURS", ""))

# What the statistics of dealt decks know of cribbage: how a hand scores, and how games ended.
FAIRNESS_SCORER = "game.fairness.scorer.CRIBBAGE_SCORER"
FAIRNESS_ENDS = "game.fairness.endings.count_endings"

AUTH_USER_MODEL = "game.Player"
AUTHENTICATION_BACKENDS = [
    "game.accounts.password.ByNameOrEmail",
    "django.contrib.auth.backends.ModelBackend",  # of guests' sessions of older versions
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
# Nothing reveals whether an address has an account: neither a page nor a missing mail.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_VERIFICATION = "optional"
# Besides allauth's own limits (docs/security.md): nobody's mailbox can be filled with resets.
ACCOUNT_RATE_LIMITS = {"reset_password": "20/m/ip,5/h/key"}
ACCOUNT_CHANGE_EMAIL = True  # one address each, changed when the new one is confirmed
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Every Other: "
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # before another address is given, as before a second factor
ACCOUNT_EMAIL_CONFIRMATION_AUTHENTICATED_REDIRECT_URL = "account"
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if PRODUCTION and ENV.get("HTTPS", "1") == "1" else "http"
MFA_ADAPTER = "people.settings.two_factor.MFAAdapter"
MFA_FORMS = {
    "authenticate": "people.settings.forms.SecondFactorForm",
    "reauthenticate": "people.settings.forms.ConfirmSecondFactorForm",
    "activate_totp": "people.settings.forms.ActivateSecondFactorForm",
}
MFA_TOTP_ISSUER = "Every Other"
MFA_TOTP_TOLERANCE = 1  # allows for a code typed while the next one comes up
MFA_ALLOW_UNVERIFIED_EMAIL = True  # an unconfirmed address blocks nobody else from having it
# Limits go by visitors' addresses, which this many proxies in front of us have appended, the last one last.
ALLAUTH_TRUSTED_PROXY_COUNT = int(ENV.get("TRUSTED_PROXIES", "1" if PRODUCTION else "0"))

SESSION_ENGINE = "game.accounts.session_engine"
SESSION_COOKIE_AGE = 365 * 24 * 60 * 60
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"

# EMAIL_URL=smtp://user:password@host:587 (or smtps://); without it, mail is printed at home.
vars().update(mail_settings(ENV.get("EMAIL_URL", ""), is_printed=not PRODUCTION))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = ENV.get("EMAIL_FROM", "Every Other <every-other@localhost>")
# Where the site is, for mails that no request has caused.
SITE_URL = ENV.get("SITE_URL", "").rstrip("/") or (
    f"{ACCOUNT_DEFAULT_HTTP_PROTOCOL}://{ALLOWED_HOSTS[0].lstrip('.')}"
    if PRODUCTION
    else f"http://{ENV.get('HOST', '127.0.0.1')}:{ENV.get('PORT', '8000')}"
)

# Push services know the site by this key, which `manage.py push_key` makes; without it push is not offered.
VAPID_PRIVATE_KEY = parse_push_key(ENV.get("VAPID_PRIVATE_KEY", ""))
# Whom a push service may write to, as mailto: or https:.
VAPID_SUBJECT = ENV.get("VAPID_SUBJECT", "") or SITE_URL
# Hosts that push may go to in a network of our own, for tests: "127.0.0.1". They may do without https.
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
# Whether the files may change while they are served: then nothing is cached.
STATIC_FILES_CHANGE = not PRODUCTION
if PRODUCTION:
    STORAGES = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "cribbage_site.assets.hashed_names.HashedNames"},
    }

# Where to report vulnerabilities: mailto:somebody@example.com, or an https address. Empty: nowhere.
SECURITY_CONTACT = ENV.get("SECURITY_CONTACT", "")

X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"

# SQLite's indexes lack the extra columns of PostgreSQL's, and are right all the same.
SILENCED_SYSTEM_CHECKS = ["models.W040"]
if PRODUCTION and ENV.get("HTTPS", "1") == "1":
    # In production a proxy stands in front; it must set this header itself, whatever a client sent.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    # Browsers accept such a name only from this very host, over https: no other subdomain can plant a cookie.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    # Whether all other names of a domain use https, and shall be preloaded, is not ours to promise.
    SILENCED_SYSTEM_CHECKS += ["security.W005", "security.W021"]

# Metrics for Prometheus, at METRICS=host:port; each process needs a port of its own.
METRICS = parse_listener(ENV.get("METRICS", ""))

# DEBUG=1 shows everything a failed page held; any other report says only what failed and where.
DEFAULT_EXCEPTION_REPORTER = "cribbage_site.logs.error_reports.BareExceptionReporter"

LOG_FORMAT = ENV.get("LOG_FORMAT", "json" if PRODUCTION else "plain")
if LOG_FORMAT not in ("json", "plain"):
    raise ImproperlyConfigured("LOG_FORMAT must be json, a line for each thing that happened, or plain.")
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
        "psycopg.pool": {"filters": ["seldom"]},
        **{name: {"level": ENV.get("LOG_LEVEL", "INFO")} for name in LOGGED_AT_INFO},
    },
}
