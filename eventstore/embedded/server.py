"""Runs the embedded store: a real server as a child process, with its data in a directory of ours.

The server survives Ctrl-C (it has its own session), dies with the thread that started it (Linux), and holds the
directory's lock itself, so the lock lasts exactly as long as the server writes there. The directory is private, since
its files reveal the future of running games.
"""

import ctypes
import fcntl
import os
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Literal

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from eventstore.embedded.engines import (
    Engine,
    StoreUnavailable,
    StoreUnreadable,
    check_marker,
    find_engine,
    write_marker,
)
from eventstore.embedded.mending import REASON, Mending
from eventstore.outages import DISK_FULL
from eventstore.redis.connection import DRIVER

__all__ = ["EmbeddedStore", "Fsync", "StoreUnavailable", "StoreUnreadable", "find_running", "hold", "start"]

Fsync = Literal["always", "everysec", "no"]
"""Says when a write reaches the disk: before its answer, within two seconds, or when the system decides."""

_READY_S = 60.0
_REPLY_S = 0.5
_SOCKET_LIMIT = 100  # AF_UNIX allows 107 bytes
_PR_SET_PDEATHSIG = 1
_OTHERS = 0o077  # the permissions of everybody but the owner


class EmbeddedStore:
    """Represents a running server: its URL (`unix://`), its process id, and how to stop it."""

    def __init__(self, process: "subprocess.Popen[bytes]", socket: Path, engine: Engine) -> None:
        self._process = process
        self.url = f"unix://{socket}"
        self.engine = engine
        self._mending = Mending(_client(socket, _REPLY_S))

    @property
    def pid(self) -> int:
        """Return the server's process id."""
        return self._process.pid

    def running(self) -> bool:
        """Return whether the server is still running."""
        return self._process.poll() is None

    def mend(self) -> bool:
        """Repair the server's file after a full disk; return whether a rewrite has just begun. Call it continually."""
        return self._mending.look()

    def terminate(self) -> None:
        """Request the server to end, without waiting for it."""
        self._process.terminate()

    def stop(self, seconds: float = 10.0) -> None:
        """End the server cleanly and wait for it; kill it if it takes longer, which loses nothing that was answered."""
        self.terminate()
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def start(directory: Path, fsync: Fsync = "always", engine: Engine | None = None) -> EmbeddedStore:
    """Start a server on a data directory (created if missing) and wait until it answers.

    The URL depends on the directory alone, so clients find the server again after a restart. Raises StoreUnavailable
    with a one-line message: no server binary, directory in use, written by another engine, or not coming up.
    """
    engine = engine or find_engine()
    directory = directory.resolve()
    lock = _lock(directory)
    try:
        check_marker(directory, engine)
        for path in directory.glob("temp-*"):  # what a dead server was rewriting, as large as all of the data
            path.unlink(missing_ok=True)
        socket = _socket(directory)
        process = _spawn(engine, directory, socket, fsync, lock)
    finally:
        os.close(lock)  # the server keeps it
    try:
        _await_ready(process, socket, directory)
    except BaseException:  # whatever ends the wait, also Ctrl-C: no server may keep running without an owner
        process.kill()
        process.wait()
        raise
    write_marker(directory, engine)
    return EmbeddedStore(process, socket, engine)


def _lock(directory: Path) -> int:
    """Make a directory private, created if missing, and lock it."""
    try:
        make_private(directory)
        lock = hold(directory)
    except OSError as error:
        raise StoreUnavailable(f"cannot use {directory}: {os.strerror(error.errno or 0)}") from error
    if lock is None:
        raise StoreUnavailable(f"{directory} is in use by another store")
    return lock


def hold(directory: Path) -> int | None:
    """Lock a directory against every store until the descriptor is closed; None while a store runs there."""
    lock = os.open(directory / "LOCK", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        return None
    return lock


def find_running(directory: Path) -> "Redis | None":
    """Find the server that runs on a directory, whichever process started it; None if none answers."""
    name = _socket_name(directory.resolve())
    for base in (*_bases(), f"/run/user/{os.getuid()}"):
        socket = Path(base, f"eventstore-{os.getuid()}", name)
        if socket.is_socket() and _answers(socket):
            return Redis(unix_socket_path=str(socket), driver_info=DRIVER)
    return None


def _bases() -> list[str]:
    return [base for base in (os.environ.get("XDG_RUNTIME_DIR"), tempfile.gettempdir(), "/tmp") if base]


def _socket_name(directory: Path) -> str:
    return blake2b(os.fsencode(directory), digest_size=8).hexdigest() + ".sock"


def _socket(directory: Path) -> Path:
    """Return a short path, determined by the data directory, in a directory that only we can enter."""
    name = _socket_name(directory)
    for base in _bases():
        if len(os.fsencode(base)) + len(name) + 24 <= _SOCKET_LIMIT and Path(base).is_dir():
            return _private(Path(base, f"eventstore-{os.getuid()}")) / name
    raise StoreUnavailable("no temporary directory with a path short enough for a socket")


def _private(directory: Path) -> Path:
    directory.mkdir(mode=0o700, exist_ok=True)
    found = directory.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & _OTHERS:
        raise StoreUnavailable(f"{directory} is not a directory of ours alone")
    return directory


def _spawn(engine: Engine, directory: Path, socket: Path, fsync: Fsync, lock: int) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [
            str(engine.binary),
            *("--port", "0", "--unixsocket", str(socket), "--unixsocketperm", "700"),
            *("--dir", str(directory), "--save", "", "--appendonly", "yes", "--appendfsync", fsync),
            *("--aof-use-rdb-preamble", "yes", "--rdbcompression", "no", "--maxmemory-policy", "noeviction"),
            *("--daemonize", "no", "--logfile", str(directory / "store.log")),
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        umask=0o077,
        pass_fds=(lock,),
        preexec_fn=_dying_with_parent(),
    )


def _dying_with_parent() -> Callable[[], None] | None:
    """Return the child's first step on Linux: request SIGTERM for when the thread that started it ends."""
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    parent = os.getpid()

    def ask() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(1)

    return ask


def _await_ready(process: "subprocess.Popen[bytes]", socket: Path, directory: Path) -> None:
    ends = time.monotonic() + _READY_S
    while not _answers(socket):
        if process.poll() is not None:
            words = _last_words(directory)
            kind = StoreUnreadable if REASON in words else StoreUnavailable
            raise kind(f"the store of {directory} ended at once: {words}")
        if time.monotonic() > ends:
            raise StoreUnavailable(f"the store of {directory} was not ready within {_READY_S:.0f} s")
        time.sleep(0.01)


def _answers(socket: Path) -> bool:
    """Return whether the server answers; it refuses while it loads. One without room to write refuses a PING too."""
    try:
        with _client(socket) as client:
            return bool(client.ping())
    except RedisError as error:
        return str(error).startswith(DISK_FULL)


def _client(socket: Path, reply_s: float | None = None) -> Redis:
    """Return a client that tries once, and waits `reply_s` seconds for a reply."""
    retry = Retry(NoBackoff(), 0)
    return Redis(unix_socket_path=str(socket), retry=retry, socket_timeout=reply_s, driver_info=DRIVER)


def _last_words(directory: Path) -> str:
    log = directory / "store.log"
    lines = log.read_text(errors="replace").splitlines() if log.exists() else []
    return lines[-1] if lines else "it said nothing"


def make_private(directory: Path) -> Path | None:
    """Create a directory that only its owner may enter, or make an existing one private with everything in it.

    Returns the first path that cannot be made private, such as another user's or one on a file system without
    permissions; otherwise None. Symbolic links inside are not followed. Raises OSError if the directory is missing and
    cannot be created.
    """
    directory = directory.resolve()
    directory.mkdir(parents=True, mode=0o700, exist_ok=True)
    still_open = [] if close_to_others(directory) else [directory]
    for place, directories, files in os.walk(directory):
        paths = (Path(place, name) for name in (*directories, *files))
        still_open += [path for path in paths if not close_to_others(path)]
    return next(iter(still_open), None)


def close_to_others(path: Path) -> bool:
    """Remove all permissions on a path except its owner's; return False if that fails."""
    with suppress(FileNotFoundError):  # a store deletes what it has rewritten
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode) or not mode & _OTHERS:
            return True
        with suppress(PermissionError):
            path.chmod(stat.S_IMODE(mode) & ~_OTHERS)
        return not path.lstat().st_mode & _OTHERS
    return True
