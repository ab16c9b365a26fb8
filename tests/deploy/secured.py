"""Provides a store that only takes connections over TLS, from users that have logged in, for the tests."""

import ipaddress
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from redis import Redis
from redis.exceptions import RedisError

from tests.ports import free_port
from tests.service.processes import wait_for

BINARIES: Final = ("valkey-server", "redis-server")
ADMIN: Final = "admin-of-the-test"
NEVER: Final = timedelta(days=1)


class Certificates:
    """Represents a certificate authority and a certificate of 127.0.0.1, in PEM files."""

    def __init__(self, directory: Path) -> None:
        directory.mkdir(parents=True)
        self.authority, self.certificate, self.key = (directory / name for name in ("ca.crt", "our.crt", "our.key"))
        signer, own = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
        root = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "authority")])
        ours = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
        issued = [
            (self.authority, root, signer, x509.BasicConstraints(ca=True, path_length=None)),
            (
                self.certificate,
                ours,
                own,
                x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]),
            ),
        ]
        for path, name, key, extension in issued:
            now = datetime.now(UTC)
            made = (
                x509.CertificateBuilder(
                    root, name, key.public_key(), x509.random_serial_number(), now - NEVER, now + NEVER
                )
                .add_extension(extension, critical=False)
                .sign(signer, hashes.SHA256())
            )
            path.write_bytes(made.public_bytes(serialization.Encoding.PEM))
        form = serialization.PrivateFormat.PKCS8
        self.key.write_bytes(own.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption()))


@cache
def tls_binary() -> str | None:
    """Return a server that was built with TLS, None where there is none; the embedded one was not."""
    for name in filter(shutil.which, BINARIES):
        command = [name, "--port", "0", "--tls-port", "1", "--tls-cert-file", "/none"]
        said = subprocess.run(command, capture_output=True, text=True, timeout=10).stdout
        if "Failed to configure TLS" in said:
            return name
    return None


@cache
def _has_waitaof() -> bool:
    """Return whether that server is new enough to know WAITAOF, which only replication needs."""
    said = subprocess.run([str(tls_binary()), "--version"], capture_output=True, text=True, timeout=10).stdout
    return "v=7.0." not in said


class SecuredStore:
    """Represents a server with TLS, whose users are given by a line of an access list each."""

    def __init__(self, directory: Path, certificates: Certificates, user: str) -> None:
        self.port = free_port()
        directory.mkdir(parents=True)
        if not _has_waitaof():
            user = user.replace(" +waitaof", "")
        (directory / "users.acl").write_text(f"user default off\nuser {ADMIN} on nopass ~* &* +@all\n{user}\n")
        self._authority = f"ssl_ca_certs={certificates.authority}"
        command = [
            *(str(tls_binary()), "--port", "0", "--tls-port", str(self.port), "--tls-auth-clients", "no"),
            *("--tls-cert-file", str(certificates.certificate), "--tls-key-file", str(certificates.key)),
            *("--tls-ca-cert-file", str(certificates.authority), "--aclfile", str(directory / "users.acl")),
            *("--dir", str(directory), "--save", "", "--appendonly", "yes", "--appendfsync", "always"),
        ]
        self._process = subprocess.Popen(command, stdout=sys.stderr)
        self.admin = Redis.from_url(self.url(ADMIN, "any"))
        assert wait_for(self._answers, 30)

    def url(self, user: str, password: str) -> str:
        """Return the address with which a user logs in."""
        return f"rediss://{user}:{password}@127.0.0.1:{self.port}?{self._authority}"

    def refusals(self) -> list[str]:
        """Return what the access list refused: the command, the key or the channel."""
        return [f"{one['reason']} {one['object']}" for one in self.admin.acl_log()]

    def stop(self) -> None:
        """End the server."""
        self.admin.close()
        self._process.terminate()
        self._process.wait(60)

    def _answers(self) -> bool:
        try:
            return bool(self.admin.ping())
        except RedisError:
            return False
