"""The last line of defence of the log: what is written there passes by here, and loses what none may read.

Nothing should come that far. But an error brings along what others have put in its sentence: PostgreSQL shows
the row that it refuses, a driver the address with its password, a page that fails the link that led to it.
"""

import re

HIDDEN = "[hidden]"

CARD = "[A2-9TJQK][CDHS]"
SENSITIVE_NAMES = (
    r"sessionid|csrftoken|csrfmiddlewaretoken|tokens?|secrets?(?:_[ab])?|secret_key|sealed|sealing_keys?|chain"
    r"|bot_seat|bot_stream|(?:old|new|own)?_?passw(?:or)?d\d?|hands?|decks?|throws?|crib|dealt|playable|memory"
)

# What is looked for, and what stays of it. Each is tried on all that a line holds, in this order; and a line
# may hold what a visitor asked for, so none may take long over what does not fit it in the end.
RULES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), stays)
    for pattern, stays in (
        # PostgreSQL, on a row or on a statement that it does not like.
        (r"(?s)\b(DETAIL|CONTEXT): .*?(?=\n\n|\n[A-Z]{4,}: |\n\s+File \"|\Z)", rf"\1: {HIDDEN}"),
        (r"\b(LINE \d+): .*", rf"\1: {HIDDEN}"),
        (r"(invalid input [^:\n]*: ).*", rf"\1{HIDDEN}"),
        # Headers, to the end of the line.
        (
            r"(?i)\b((?:proxy-)?authorization|(?:set-)?cookie|x-csrftoken)\b(['\"]?\s*[:=,]).*",
            rf"\1\2 {HIDDEN}",
        ),
        # Addresses: a password before the host, what a link alone may do, all that is asked for by name.
        (r"(\b[a-z][a-z0-9+.-]{1,20}://[^\s:/@'\"]{0,100}:)[^\s@'\"]{1,200}@", rf"\1{HIDDEN}@"),
        (r"(/(?:join|mail/stop|password/reset/key|email/confirm)/)[^\s/?#'\"]+", rf"\1{HIDDEN}"),
        (r"([?&][\w.~-]+=)[^\s&#'\"]+", rf"\1{HIDDEN}"),
        # What is called by a name that tells enough.
        (
            rf"(?i)\b({SENSITIVE_NAMES})(['\"]?\s*[=:]\s*)(?:b?\"[^\"]*\"|b?'[^']*'|\([^()]*\)|\[[^\[\]]*\]|[^\s,;)&]+)",
            rf"\1\2{HIDDEN}",
        ),
        # Bytes; hashes of passwords; keys, seals, tokens and whatever else is long and means nothing.
        (r"b'(?:[^'\\]|\\.)*\\x(?:[^'\\]|\\.)*'", HIDDEN),
        (r'b"(?:[^"\\]|\\.)*\\x(?:[^"\\]|\\.)*"', HIDDEN),
        (r"\b(?:pbkdf2_\w+|scrypt|argon2\w*|bcrypt\w*|md5)\$[^\s'\",)]+", HIDDEN),
        (r"(?<![A-Za-z0-9])[A-Za-z0-9]{32,}(?![A-Za-z0-9])", HIDDEN),
        (r"(?<![\w-])(?=[\w-]*[0-9])(?=[\w-]*[A-Z])[\w-]{40,}={0,2}", HIDDEN),
        # Cards, as they are written and as they are counted.
        (rf"(?<!\w){CARD}(?:\W{{0,4}}{CARD})+(?!\w)", HIDDEN),
        (rf"(['\"]){CARD}\1", HIDDEN),
        (r"[\[({]\d{1,2}(?:,|(?:, ?\d{1,2})+,?)[\])}]", HIDDEN),
    )
)


def redact(text: str) -> str:
    """A text without what must not be read in it."""
    for pattern, stays in RULES:
        text = pattern.sub(stays, text)
    return text
