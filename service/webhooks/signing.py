"""Signs what is posted to a webhook, according to Standard Webhooks."""

import base64
import secrets
from datetime import UTC, datetime

from standardwebhooks import Webhook


def new_secret() -> str:
    """Return a new signing secret."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()


def signature_headers(secret: str, name: str, body: bytes) -> dict[str, str]:
    """Return the headers that prove a body under a secret, made now; `name` identifies the message in every attempt."""
    now = datetime.now(UTC)
    signature = Webhook(secret).sign(name, now, body.decode())
    return {"webhook-id": name, "webhook-timestamp": str(int(now.timestamp())), "webhook-signature": signature}
