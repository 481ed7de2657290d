"""Redact the log: every text written to it passes through here and loses its secrets.

No secret should get this far. But errors quote their input: PostgreSQL shows the row that it refuses, a
driver the URL with its password, a failing page the link that led to it.
"""

import re

HIDDEN = "[hidden]"

CARD = "[A2-9TJQK][CDHS]"
SENSITIVE_NAMES = (
    r"sessionid|csrftoken|csrfmiddlewaretoken|tokens?|secrets?(?:_[ab])?|secret_key|sealed|sealing_keys?|chain"
    r"|bot_seat|bot_stream|(?:old|new|own)?_?passw(?:or)?d\d?|hands?|decks?|throws?|crib|dealt|playable|memory"
)

# Each pattern, and its replacement. Patterns apply to the whole line, in this order. A line may contain text
# from a visitor, so no pattern may backtrack for long over text that does not match.
RULES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), stays)
    for pattern, stays in (
        # PostgreSQL, about a row or a statement that it refuses.
        (r"(?s)\b(DETAIL|CONTEXT): .*?(?=\n\n|\n[A-Z]{4,}: |\n\s+File \"|\Z)", rf"\1: {HIDDEN}"),
        (r"\b(LINE \d+): .*", rf"\1: {HIDDEN}"),
        (r"(invalid input [^:\n]*: ).*", rf"\1{HIDDEN}"),
        # Headers, to the end of the line.
        (
            r"(?i)\b((?:proxy-)?authorization|(?:set-)?cookie|x-csrftoken)\b(['\"]?\s*[:=,]).*",
            rf"\1\2 {HIDDEN}",
        ),
        # URLs: a password before the host, login links, and query parameters.
        (r"(\b[a-z][a-z0-9+.-]{1,20}://[^\s:/@'\"]{0,100}:)[^\s@'\"]{1,200}@", rf"\1{HIDDEN}@"),
        (
            r"(?i)(/(?:join|appointment|calendar|cards|desk/card|mail/stop|password/reset/key|email/confirm)/)[^\s/?#'\"]+",
            rf"\1{HIDDEN}",
        ),
        (r"([?&][\w.~-]+=)[^\s&#'\"]+", rf"\1{HIDDEN}"),
        # Values whose name says that they are secret.
        (
            rf"(?i)\b({SENSITIVE_NAMES})(['\"]?\s*[=:]\s*)(?:b?\"[^\"]*\"|b?'[^']*'|\([^()]*\)|\[[^\[\]]*\]|[^\s,;)&]+)",
            rf"\1\2{HIDDEN}",
        ),
        # Tokens of the platform, in any context.
        (r"\beo_[\w-]{20,}", HIDDEN),
        # Bytes, password hashes, keys, seals, tokens, and all other long strings without meaning.
        (r"b'(?:[^'\\]|\\.)*\\x(?:[^'\\]|\\.)*'", HIDDEN),
        (r'b"(?:[^"\\]|\\.)*\\x(?:[^"\\]|\\.)*"', HIDDEN),
        (r"\b(?:pbkdf2_\w+|scrypt|argon2\w*|bcrypt\w*|md5)\$[^\s'\",)]+", HIDDEN),
        (r"(?<![A-Za-z0-9])[A-Za-z0-9]{32,}(?![A-Za-z0-9])", HIDDEN),
        (r"(?<![\w-])(?=[\w-]*[0-9])(?=[\w-]*[A-Z])[\w-]{40,}={0,2}", HIDDEN),
        # Cards, in text and as numbers.
        (rf"(?<!\w){CARD}(?:\W{{0,4}}{CARD})+(?!\w)", HIDDEN),
        (rf"(['\"]){CARD}\1", HIDDEN),
        (r"[\[({]\d{1,2}(?:,|(?:, ?\d{1,2})+,?)[\])}]", HIDDEN),
    )
)


def redact(text: str) -> str:
    """Remove the secrets from a text."""
    for pattern, stays in RULES:
        text = pattern.sub(stays, text)
    return text
