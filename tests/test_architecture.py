"""Tests which packages may import which, and what no file of the project may contain."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from types import ModuleType

import pytest

from domain.families import FAMILIES
from service.clients import fact_names
from service.queue import keys
from tests.trees import statements, walk

ROOT = Path(__file__).parent.parent
PACKAGES = {"domain", "eventstore", "service", "workers", "openapi", "tests"}
# what the API asks for advice in a request; it loads an agent's code when that agent is first asked
AGENTS = {
    f"workers.agents.{room}"
    for room in ("catalog", "entries", "standings", "agent", "turns", "following", "search.study")
}
# who may import which of our packages; a dotted name opens that module alone
ARROWS = {
    "domain": {"domain"},
    "eventstore": {"eventstore"},
    "service": {"service", "domain", "eventstore", *AGENTS},
    "workers/agents": {"workers.agents", "domain"},
    "workers": {"workers", "service", "domain", "eventstore"},
    "openapi": {"openapi", "service", "domain", "eventstore", "workers.agents.catalog"},
}
# the rooms of the service, the lowest first: each imports from those before it alone
ROOMS = (
    *("examples", "faults", "problems", "settings", "process", "catalog"),
    *("tracing", "texts", "queue", "usage", "table", "game", "clients", "views", "pictures", "webhooks", "handlers"),
    *("forgetting", "records"),
    *("compiling", "measuring", "schemas", "live", "http", "routes", "mcp", "supervisor", "server"),
    *("backups", "upkeep", "demo", "console", "cli"),
)
# and those of the workers
WORKERS = (
    *(
        "agents",
        "limited_agents",
        "reserved_agents",
        "tables",
        "beliefs",
        "rating",
        "arenas",
        "analyses",
        "advising",
        "reviews",
        "bridge",
    ),
    *("emergency_stops", "playing"),
    *("serving", "webhooks", "moving", "jobs", "sweeping", "run", "sweep", "lab"),
)
# and those of the laboratory, which no server imports
LAB = (
    *("changes", "teams", "contenders", "running", "training"),
    *("costs", "duel", "exploit", "tune", "rate", "ladder", "environments", "datasets"),
)
# and what the folders of the event store import of each other
EVENTSTORE = {
    "log": {"log"},
    "archive": {"archive", "log", "packing"},
    "memory": {"memory", "log", "archive"},
    "packing": {"packing", "log", "redis", "archive"},
    "redis": {"redis", "log", "packing", "archive"},
    "embedded": {"embedded", "redis"},
    "cluster": {"cluster", "redis", "embedded", "archive"},
}
# and within the domain: no game knows another, and the core knows none
DOMAIN = {
    "domain/core": {"domain.core"},
    **{f"domain/{game}": {f"domain.{game}", "domain.core"} for game in FAMILIES.values()},
}
# and within Catan, the lowest first: words and boards, a position, its rules, what adds them up
CATAN = (
    *("terms", "topology", "flat", "kinds", "messages", "board", "maps", "options"),
    *("wares", "slices", "place_names", "points", "setting", "state", "geometry"),
    *("awards", "joint_hands", "belief", "module", "hands"),
    *("trading", "robber", "turn", "production", "maritime", "longest_road", "building", "development"),
    *("setup", "scoring", "chapter", "modules", "combinations", "packing", "knowledge"),
    *("dealing", "believing", "ruleset"),
)
# places of one machine or one network have no business in the sources
FOREIGN = re.compile(
    r"/home/\w|/Users/\w|/root/|/tmp/\w|/work/|index-url|find-links (?!/wheels )|pypi\.org|pythonhosted", re.IGNORECASE
)
MOST_PARAMETERS = 7
EXEMPT = {"tests/test_architecture.py", "Makefile"}


def sources(package: str) -> list[Path]:
    found = sorted((ROOT / package).rglob("*.py"))
    return found or [ROOT / f"{package}.py"]


@cache
def imports(path: Path) -> tuple[str, ...]:
    """Return every module that the file imports, even inside functions; `from a import b` counts as `a.b`."""
    return (*_imports(path),)


def _imports(path: Path) -> Iterator[str]:
    for node in statements(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module, f"{path}: relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_below(name: str, allowed: set[str]) -> bool:
    return any(name == item or name.startswith(item + ".") for item in allowed)


def package_of(path: Path) -> str:
    inside = path.relative_to(ROOT).as_posix()
    return next(package for package in ("workers/agents", *ARROWS) if inside.startswith(package + "/"))


@pytest.mark.parametrize("package", [name for name in ARROWS if "/" not in name])
def test_imports_follow_the_arrows(package: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources(package)
        for name in imports(path)
        if name.split(".")[0] in PACKAGES and not is_below(name, ARROWS[package_of(path)])
    ]
    assert wrong == []


@pytest.mark.parametrize(("package", "rooms"), [("service", ROOMS), ("workers", WORKERS), ("workers/lab", LAB)])
def test_every_room_of_a_package_imports_from_those_before_it(package: str, rooms: tuple[str, ...]) -> None:
    order = {room: place for place, room in enumerate(rooms)}
    above = package.replace("/", ".") + "."
    files = [path for path in sources(package) if path != ROOT / package / "__init__.py"]
    arrows = [(path, room_of(path, package), name) for path in files for name in imports(path)]
    ours = [(path, room, name.removeprefix(above)) for path, room, name in arrows if name.startswith(above)]
    named = [(path, room, name.split(".")[0]) for path, room, name in ours]
    back = [f"{path.relative_to(ROOT)}: {room} -> {other}" for path, room, other in named if order[other] > order[room]]
    assert back == []


def room_of(path: Path, package: str) -> str:
    """Return the folder or file right below the package in which a module is."""
    return path.relative_to(ROOT / package).parts[0].removesuffix(".py")


@pytest.mark.parametrize("folder", EVENTSTORE)
def test_the_folders_of_the_event_store_import_what_they_may(folder: str) -> None:
    above = "eventstore."
    named = {name.split(".")[1] for path in sources(f"eventstore/{folder}") for name in imports(path) if above in name}
    assert named & EVENTSTORE.keys() <= EVENTSTORE[folder]


@pytest.mark.parametrize("room", DOMAIN)
def test_the_rooms_of_the_domain_keep_apart(room: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources(room)
        for name in imports(path)
        if is_below(name, {"domain"}) and not is_below(name, DOMAIN[room])
    ]
    assert wrong == []


def test_every_room_of_catan_imports_from_those_before_it() -> None:
    """Chapters know each other's messages and the rules of some earlier chapters, and they know no module."""
    order = {room: place for place, room in enumerate(CATAN)}
    files = {module_of(path): path for path in sources("domain/catan")}
    back = [
        f"{module} imports {other}"
        for module, path in files.items()
        for other in {imported(name, files) for name in imports(path)}
        if is_below(other, {"domain.catan"}) and order.get(catan_room(other), 0) > order.get(catan_room(module), 99)
    ]
    assert back == []


def catan_room(module: str) -> str:
    """Return the room of a module of Catan; files of a chapter share its room, except `messages` and `chapter`."""
    parts = module.split(".")[2:]
    if parts[:1] != ["chapters"]:
        return parts[0] if parts else ""
    return parts[-1] if parts[-1] in ("messages", "chapter") else "".join(parts[1:2])


def test_domain_imports_the_standard_library_alone() -> None:
    outside = {
        name.split(".")[0] for path in sources("domain") for name in imports(path) if not name.startswith("domain")
    }
    assert outside <= sys.stdlib_module_names


def test_every_write_to_a_game_goes_through_one_door() -> None:
    writers = {path.relative_to(ROOT / "service").as_posix() for path in sources("service") if appends(path)}
    proven = {"records/importing.py", "records/proof.py"}  # a record as it was played, and where it is played again
    assert writers == {"game/append.py", "handlers/accept.py"} | proven


def appends(path: Path) -> bool:
    """Return whether a file appends to a log, by `append` of the game or by the store itself."""
    by_store = re.compile(r"store\.append\(").search(path.read_text())
    return bool(by_store) or "service.game.append.append" in imports(path)


def test_routes_import_no_routes() -> None:
    routes = [path for path in sources("service/routes") if path.name != "all.py"]
    assert [path.name for path in routes for name in imports(path) if name.startswith("service.routes")] == []


@pytest.mark.parametrize("package", ["domain", "eventstore", "service", "workers", "openapi"])
def test_no_module_imports_itself_by_way_of_others(package: str) -> None:
    assert circle(package) == []


def circle(package: str) -> list[str]:
    """Return modules that import each other in a circle, even if only for types."""

    files = {module_of(path): path for path in sources(package)}
    arrows = {module: {imported(name, files) for name in imports(path)} - {module} for module, path in files.items()}
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imported(name: str, files: dict[str, Path]) -> str:
    """Return the module that an import reads: `a.b` itself where it is a module, else the `a` that holds `b`."""
    return name if name in files else name.rpartition(".")[0]


GAMES = tuple(FAMILIES.values())


@pytest.mark.parametrize("room", ["search", *GAMES])
def test_what_is_for_any_agent_knows_no_game_and_the_agent_of_one_no_other(room: str) -> None:
    foreign = {f"{package}.{game}" for package in ("domain", "workers.agents") for game in GAMES if game != room}
    found = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources(f"workers/agents/{room}")
        for name in imports(path)
        if is_below(name, foreign)
    ]
    assert found == []


def test_no_worker_names_a_game_outside_of_its_agents_and_of_its_environments() -> None:
    game = re.compile("|".join([*FAMILIES, "Catan", "Elasund"]))
    packages = ("agents", "bridge/families", "lab/environments/families")
    own = [f"workers/{package}/{room}/" for room in GAMES for package in packages]
    files = [path for path in sources("workers") if not path.relative_to(ROOT).as_posix().startswith(tuple(own))]
    assert [path.relative_to(ROOT).as_posix() for path in files if game.search(path.read_text())] == []


def test_agents_think_and_start_nothing() -> None:
    started = {"asyncio", "concurrent", "fcntl", "multiprocessing", "signal", "socket", "subprocess", "threading"}
    found = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources("workers/agents")
        for name in imports(path)
        if name.split(".")[0] in started
    ]
    assert found == []


def test_an_agent_names_a_module_in_its_own_file_alone() -> None:
    own = {path.stem: path for path in sources("workers/agents/catan/modules") if path.stem != "__init__"}
    other_words = {"erie_canal": r"canal|erie", "favors": r"favor|guild", "helpers": r"helper", "towns": r"\.towns\."}
    found = [
        f"{path.relative_to(ROOT)} names {name}"
        for name, home in own.items()
        for path in sources("workers/agents")
        if path != home and re.search(other_words.get(name, name), path.read_text(), re.IGNORECASE)
    ]
    assert found == []


def test_each_store_has_one_place_that_makes_its_clients() -> None:
    makers = {
        path.relative_to(ROOT).as_posix()
        for package in ("eventstore", "service", "workers")
        for path in sources(package)
        if {"redis.Redis", "redis.cluster.RedisCluster"} & set(called(path))
    }
    assert makers == {"eventstore/redis/connection.py", "eventstore/embedded/server.py", "service/queue/store.py"}


@pytest.mark.parametrize(
    ("key", "named_in"),
    [
        (re.compile(r"longroad:[a-z]+:"), keys),
        (re.compile(r"(token|client|hook|bot|game|child|delivery|seen|lost|kept|seat):"), fact_names),
    ],
    ids=["queue", "facts"],
)
def test_the_keys_of_a_store_are_named_in_one_file(key: re.Pattern[str], named_in: ModuleType) -> None:
    assert named_in.__file__
    others = {path for package in ("service", "workers") for path in sources(package)} - {Path(named_in.__file__)}
    assert [
        f"{path.relative_to(ROOT)}: {text}" for path in sorted(others) for text in texts(path) if key.match(text)
    ] == []


@cache
def texts(path: Path) -> tuple[str, ...]:
    """Return the literal texts of a file that do not end with a period, as its docstrings do."""
    constants = [node.value for node in walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)]
    return tuple([value for value in constants if isinstance(value, str) and not value.endswith(".")])


def called(path: Path) -> Iterator[str]:
    """Yield the imported names that are called, or whose attribute is: `redis.Redis` for `Redis.from_url(...)`."""
    known = {name.rpartition(".")[2]: name for name in imports(path)}
    for node in walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call):
            function = node.func.value if isinstance(node.func, ast.Attribute) else node.func
            if isinstance(function, ast.Name):
                yield known.get(function.id, function.id)


def test_what_tests_share_stands_in_modules_of_helpers() -> None:
    found = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources("tests")
        for name in imports(path)
        if name.startswith("tests.") and ".test_" in name
    ]
    assert found == []


def test_no_function_has_more_than_seven_parameters() -> None:
    """What goes together is one value. `self` does not count, nor do the fields of dataclasses."""
    ours = tuple(f"{package}/" for package in sorted(PACKAGES - {"tests"}))
    found = {
        f"{name} {function}": count
        for name in tracked()  # what is generated is not ours to shorten
        if name.startswith(ours) and name.endswith(".py")
        for function, count in parameters(ROOT / name)
        if count > MOST_PARAMETERS
    }
    assert found == {}


def parameters(path: Path) -> Iterator[tuple[str, int]]:
    """Yield all functions of a file, and how many parameters each has; functions in functions too."""
    tree = ast.parse(path.read_text())
    classes = {part: node.name for node in statements(tree) if isinstance(node, ast.ClassDef) for part in node.body}
    for node in walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            given = node.args
            named = [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
            rest = [one for one in (given.vararg, given.kwarg) if one is not None]
            owner, name = classes.get(node), getattr(node, "name", "lambda")
            is_bound = owner is not None and named[:1] in (["self"], ["cls"])
            yield f"{owner}.{name}" if owner else name, len(named) + len(rest) - is_bound


def tracked() -> list[str]:
    return subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()


def test_no_file_names_a_machine_or_a_registry() -> None:
    found = [
        f"{name}:{number}: {line.strip()[:80]}"
        for name in tracked()
        if name not in EXEMPT and (ROOT / name).is_file()
        for number, line in enumerate((ROOT / name).read_text(errors="ignore").splitlines(), 1)
        if FOREIGN.search(line)
    ]
    assert found == []
