"""Keeps the objects of an archive in a bucket of an S3-compatible store, by the library `minio` (the extra `s3`).

Requests end soon and are sent twice at most, for players may wait behind them. After a store has not answered, it is
not tried for a second. What is read is proven by digests of our own, whatever the store says. Credentials are found
where the tools of such stores find them: in the environment (`AWS_ACCESS_KEY_ID` and others), in the files of those
tools, or by the role of the machine.
"""

import time
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import islice
from typing import Final, TypeVar
from urllib.parse import urlsplit
from xml.etree.ElementTree import ParseError

import urllib3
from minio import Minio
from minio.credentials.providers import (
    AWSConfigProvider,
    ChainedProvider,
    EnvAWSProvider,
    EnvMinioProvider,
    IamAwsProvider,
    Provider,
)
from minio.error import InvalidResponseError, MinioException, S3Error, ServerError
from urllib3 import BaseHTTPResponse
from urllib3.exceptions import HTTPError, MaxRetryError, NewConnectionError, TimeoutError

from eventstore.archive.objects import Objects, ObjectsAway, Reason
from eventstore.archive.s3_address import AMAZON, parse_address

A = TypeVar("A")
CONNECT_S: Final = 1.0
ANSWER_S: Final = 3.0
LEAST_RATE: Final = 250_000
"""Sets how many bytes a second an answer has to bring; it may take `ANSWER_S` more."""
PAUSE_S: Final = 1.0
"""Sets for how long a store that did not answer is not asked again."""
PROBE_S: Final = 30.0
"""Sets how long it is believed that objects can be read, or written."""
CONNECTIONS: Final = 16
PAGE: Final = 1_000
"""Sets how many names are listed at a time, as many as a store returns at once."""
_PROBE: Final = "probe"
_LEAST_PART: Final = 5 * 1024 * 1024
_PIECE: Final = 65_536
_FAULTS: Final = (MinioException, HTTPError, OSError, ValueError, ParseError)
"""Lists what the library raises, the last two for answers that make no sense."""
_CODES: Final[dict[str, Reason]] = {
    "NoSuchKey": "missing",
    "NoSuchBucket": "missing",
    "404": "missing",
    "401": "forbidden",
    "403": "forbidden",
    "AccessDenied": "forbidden",
    "InvalidAccessKeyId": "forbidden",
    "SignatureDoesNotMatch": "forbidden",
    "SlowDown": "slow",
    "RequestTimeout": "slow",
    "429": "slow",
    "QuotaExceeded": "full",
    "InsufficientStorage": "full",
    "XMinioStorageFull": "full",
    "507": "full",
}
"""Says what error codes and statuses mean; any other is `unreachable`."""
_BEYOND: Final = ("InvalidRange", "416")


class S3Objects(Objects):
    """Keeps each object under a prefix of a bucket: `s3://BUCKET/PREFIX?endpoint=URL&region=NAME`."""

    has_probe = True

    def __init__(self, address: str) -> None:
        self.address = address
        self._bucket, self._prefix, endpoint, region = parse_address(address)
        server, providers = (
            urlsplit(endpoint),
            list[Provider]([EnvAWSProvider(), EnvMinioProvider(), AWSConfigProvider()]),
        )
        providers += [IamAwsProvider()] if endpoint == AMAZON else []
        patience = urllib3.Timeout(connect=CONNECT_S, read=ANSWER_S)
        self._client = Minio(
            server.netloc,
            secure=server.scheme == "https",
            region=region,
            credentials=ChainedProvider(providers),
            http_client=urllib3.PoolManager(timeout=patience, maxsize=CONNECTIONS, retries=False),
        )
        self._silent_until = 0.0
        self._silence: ObjectsAway | None = None
        self._probed = float("-inf")

    @property
    def is_silent(self) -> bool:
        """Return whether the store did not answer a moment ago."""
        return self._silence is not None and time.monotonic() < self._silent_until

    def put(self, name: str, content: bytes) -> None:
        """Write it by one request, which the store carries out whole or not at all."""
        key, size = self._prefix + name, len(content)
        whole = max(size, _LEAST_PART)
        self._ask(lambda: self._client.put_object(self._bucket, key, BytesIO(content), size, part_size=whole))

    def get(self, name: str, start: int = 0, size: int | None = None) -> bytes:
        """Read a range by one request, and once more if the connection is cut."""
        last = "" if size is None else start + size - 1
        wanted = {"Range": f"bytes={start}" if start < 0 else f"bytes={start}-{last}"}

        def read() -> bytes:
            answer = self._client.get_object(self._bucket, self._prefix + name, request_headers=dict(wanted))
            try:
                return _read_in_time(answer)
            finally:
                answer.close()
                answer.release_conn()

        try:
            return self._ask(read)
        except ObjectsAway as away:
            if isinstance(away.__cause__, S3Error | InvalidResponseError) and _BEYOND[0] in _codes(away.__cause__):
                return b""
            raise

    def pages(self, prefix: str, after: str = "") -> Iterator[list[str]]:
        """Request one page at a time: the names after the last one of the page before."""
        page = self._page(prefix, after)
        while len(page) == PAGE:
            yield page
            page = self._page(prefix, page[-1])
        yield page

    def _page(self, prefix: str, after: str) -> list[str]:
        cut, start = len(self._prefix), self._prefix + after if after else None

        def list_some() -> list[str]:
            found = self._client.list_objects(
                self._bucket, prefix=self._prefix + prefix, recursive=True, start_after=start
            )
            return [one.object_name[cut:] for one in islice(found, PAGE) if one.object_name]

        page = self._ask(list_some)
        if page != sorted(page) or (page and page[0] <= after):
            raise ObjectsAway("unreachable", "its objects are not listed in the order of their names")
        return page

    def drop(self, name: str) -> None:
        """Delete it; earlier versions stay where a bucket keeps versions."""
        self._ask(lambda: self._client.remove_object(self._bucket, self._prefix + name))

    def fault(self, *, is_written: bool) -> str | None:
        """Read or write an empty object, at most every half a minute while all is well."""
        now = time.monotonic()
        if now - self._probed < PROBE_S:
            return None
        try:
            if is_written:
                self.put(_PROBE, b"")
            else:
                self._probe()
        except ObjectsAway as away:
            return f"{away.reason}: {away}"
        self._probed = now
        return None

    def _probe(self) -> None:
        try:
            self.get(_PROBE)
        except ObjectsAway as away:
            if away.reason != "missing" or "NoSuchBucket" in str(away):
                raise

    def _ask(self, send: Callable[[], A]) -> A:
        if self._silence is not None and self.is_silent:
            raise ObjectsAway(self._silence.reason, str(self._silence))
        for is_last in (False, True):
            try:
                found = send()
            except _FAULTS as error:
                reason = _reason(error)
                if reason == "unreachable" and not is_last:
                    continue
                away = ObjectsAway(reason, _describe(error))
                if isinstance(error, HTTPError):
                    self._silence, self._silent_until = away, time.monotonic() + PAUSE_S
                raise away from error
            self._silence = None
            return found
        raise AssertionError("it is asked at least once")


def _read_in_time(answer: BaseHTTPResponse) -> bytes:
    """Return the content of an answer; raises TimeoutError if it comes too slowly, even if no single piece is late."""
    began, found = time.monotonic(), bytearray()
    while piece := answer.read1(_PIECE):
        found += piece
        if time.monotonic() - began > ANSWER_S + len(found) / LEAST_RATE:
            raise TimeoutError("an answer comes too slowly")
    return bytes(found)


def _codes(error: Exception) -> list[str]:
    """Return the code and the status that a store answered."""
    if isinstance(error, S3Error):
        return [str(error.code), str(error.response.status)]
    if isinstance(error, InvalidResponseError | ServerError):
        return [word for word in str(error).replace(";", " ").split() if word.isdigit()]
    return []


def _reason(error: Exception) -> Reason:
    if isinstance(error, MaxRetryError) and error.reason is not None:
        return _reason(error.reason)
    if isinstance(error, TimeoutError) and not isinstance(error, NewConnectionError):
        return "slow"
    if isinstance(error, ValueError) and "credential" in str(error).lower():
        return "forbidden"
    return next((_CODES[code] for code in _codes(error) if code in _CODES), "unreachable")


def _describe(error: Exception) -> str:
    """Return a description of an error, without addresses and headers."""
    return " ".join(dict.fromkeys([type(error).__name__, *_codes(error)]))
