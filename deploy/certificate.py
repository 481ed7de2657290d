"""Make a first certificate, self-signed, so browsers warn. Keep an existing one.

Also write hosts.conf with the host names that nginx accepts.

deploy/certificate.py FOLDER cards.example[,www.cards.example]
"""

import os
import re
import sys
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

DAYS = 365
HOST = re.compile(r"[\w.-]+|\[[0-9a-fA-F:.]+\]")


def make(folder: Path, names: list[str]) -> bool:
    """Write fullchain.pem and privkey.pem for these names, unless they are there."""
    chain, private = folder / "fullchain.pem", folder / "privkey.pem"
    if chain.exists() or private.exists():
        return False
    key = ec.generate_private_key(ec.SECP256R1())
    owner = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names[0])])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(owner)
        .issuer_name(owner)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=DAYS))
        .add_extension(x509.SubjectAlternativeName([general(name) for name in names]), critical=False)
        .sign(key, hashes.SHA256())
    )
    folder.mkdir(parents=True, exist_ok=True)
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    with os.fdopen(os.open(private, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        file.write(secret)
    chain.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    return True


def server_name(names: list[str]) -> str:
    """The line by which nginx knows the names that Django's ALLOWED_HOSTS means."""
    if wrong := [name for name in names if name != "*" and not HOST.fullmatch(name)]:
        sys.exit(f"certificate: no name of a host: {', '.join(wrong)}")
    return f"server_name {' '.join('~^' if name == '*' else name for name in names)};\n"


def general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    folder, names = Path(sys.argv[1]), [name.strip() for name in sys.argv[2].split(",") if name.strip()]
    hosts = server_name(names)
    made = make(folder, names)
    (folder / "hosts.conf").write_text(hosts)
    print(f"{folder}: a certificate for {', '.join(names)}" if made else f"{folder}: there is a certificate")
