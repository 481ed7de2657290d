"""The programs that verify a transcript independently: a script, and a page that works without a network."""

from base64 import b64encode
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.template.loader import render_to_string

from common.script_bundle import bundle

SCRIPT = Path(__file__).parent / "standalone" / "verify.py"
STATIC = settings.BASE_DIR / "static"


def offline_page() -> str:
    """Return a self-contained page. Its policy forbids it to load or send anything."""
    code = bundle(STATIC / "js/proof/evidence/verify.js", STATIC / "js")
    sheets = ("base/tokens", "base/elements", "base/controls", "parts/proof")
    style = "\n".join((STATIC / f"css/{name}.css").read_text(encoding="utf-8") for name in sheets)
    context = {"code": code, "style": style, "code_hash": _hash(code), "style_hash": _hash(style)}
    return render_to_string("proof/evidence/offline_verifier.html", context)


def _hash(text: str) -> str:
    """Return the hash by which a Content-Security-Policy allows a script or style."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
