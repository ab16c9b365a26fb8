"""Reads the address of an archive in an object store, which takes no library."""

from typing import Final
from urllib.parse import parse_qs, urlsplit

AMAZON: Final = "https://s3.amazonaws.com"


def parse_address(address: str) -> tuple[str, str, str, str]:
    """Return bucket, prefix (with a slash at its end), endpoint and region of an address; raises ValueError."""
    parts = urlsplit(address)
    more = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    endpoint = urlsplit(more.get("endpoint", AMAZON))
    is_known = parts.scheme == "s3" and parts.netloc and not more.keys() - {"endpoint", "region"}
    if not is_known or endpoint.scheme not in ("http", "https") or not endpoint.netloc:
        raise ValueError("it must be s3://BUCKET/PREFIX, perhaps with ?endpoint=http://HOST:PORT&region=NAME")
    prefix = f"{parts.path.strip('/')}/".lstrip("/")
    return parts.netloc, prefix, f"{endpoint.scheme}://{endpoint.netloc}", more.get("region", "us-east-1")
