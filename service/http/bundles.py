"""Joins modules of JavaScript to bundles: few files in place of many, made from the sources once in a process.

Each module becomes a function that runs when another one first needs its exports. What an entry imports statically is
one bundle, which exports `need`: it returns the exports of a module. What is imported dynamically becomes a bundle of
its own, with the modules that the importing bundles lack; what several of these bundles need is in the first one.
In bundles a module has a number, which is shorter than its name: its place among the names of all modules in order.
Comments, and spaces that mean nothing, are left out. Third-party files stay as they are, and are imported separately.

A module may use these forms, one a line: `import { a, b as c } from "./x.js";`, `import * as x from "./x.js";`,
`import("./x.js")`, and `export` before `const`, `function`, `async function` or `class`. Anything else is refused.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from hashlib import sha256
from itertools import chain
from posixpath import dirname, join, normpath
from typing import Final, NamedTuple

from service.http.tightening import tighten

_IMPORT: Final = re.compile(r'^import (?:\* as (\w+)|\{ ([\w, ]+) \}) from "(\.[\w./]+)";$', re.MULTILINE)
_LATER: Final = re.compile(r'\bimport\("(\.[\w./]+)"\)')
_EXPORT: Final = re.compile(r"^export ((?:async )?function|const|class) (\w+)", re.MULTILINE)
_REST: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_SAID: Final = re.compile(r"^ *(?:/\*\*.*?\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
_HASH: Final = 16  # hex digits
_ASKED: Final = re.compile(r'\b(need|later)\("([\w./]+)"\)')
_START: Final = """const made = new Map(), making = new Map();
const define = (number, make) => { if (!making.has(number)) making.set(number, make); };
const need = (number) => { if (!made.has(number)) made.set(number, making.get(number)()); return made.get(number); };
const later = async (number) => {
if (!making.has(number)) (await import(FILES[number])).add(define, need, later);
return need(number);
};
export { need };
"""


class Bundles(NamedTuple):
    """Holds bundles by their names, which tell their content, and the name of the entry's."""

    entry: str
    files: Mapping[str, str]


class _Module(NamedTuple):
    text: str
    needs: tuple[str, ...]
    later: tuple[str, ...]


def name_of_content(name: str, content: bytes) -> str:
    """Return a file's name with the hash of its content: `play.css` as `play-0123456789abcdef.css`."""
    stem, dot, suffix = name.rpartition(".")
    return f"{stem}-{sha256(content).hexdigest()[:_HASH]}{dot}{suffix}"


def bundles_of(entry: str, source: Callable[[str], str], is_foreign: Callable[[str], bool]) -> Bundles:
    """Join what an entry needs, at once or later; `source` returns a module's text, foreign ones are left alone.

    Bundles import foreign files from the folder above theirs. Raises ValueError for a form that it does not know, and
    for modules that need each other.
    """
    modules = _Modules(source, is_foreign)
    first = modules.list_needed(entry, ())
    while twice := sorted(_find_doubles(modules.sort_later(first).values())):
        first = (*first[:-1], *modules.list_needed(twice[0], first), first[-1])
    files: dict[str, str] = {}
    apart: dict[str, str] = {}
    wanted = modules.sort_later(first)
    numbers = {name: number for number, name in enumerate(sorted({*first, *chain(*wanted.values())}))}
    for name, inner in wanted.items():
        text = _bundle(inner, modules.read, is_foreign, numbers)
        apart[name] = name_of_content(name.rpartition("/")[2], text.encode())
        files[apart[name]] = text
    known = ",".join([f'{numbers[name]}:"./{apart[name]}"' for name in sorted(apart)])
    begun = "".join([_definition(name, modules.read(name), numbers) for name in first[:-1]])
    imports = _imports(first, modules.read, is_foreign)
    text = f"{imports}const FILES = {{{known}}};\n{_START}{begun}{_use_numbers(modules.read(entry).text, numbers)}"
    begin = name_of_content(entry.rpartition("/")[2], text.encode())
    return Bundles(begin, files | {begin: text})


class _Modules:
    """Reads modules, each once, and tells which of them others need."""

    def __init__(self, source: Callable[[str], str], is_foreign: Callable[[str], bool]) -> None:
        self.is_foreign = is_foreign
        self.read: Callable[[str], _Module] = cache(lambda name: _read(name, source(name), is_foreign))

    def list_needed(self, name: str, known: tuple[str, ...], path: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Return the modules that one needs at once and that are not known, itself last."""
        if name in path:
            raise ValueError(f"modules need each other: {' '.join([*path, name])}")
        found: tuple[str, ...] = ()
        for other in self.read(name).needs:
            if not self.is_foreign(other) and other not in (*known, *found):
                found += self.list_needed(other, (*known, *found), (*path, name))
        return (*found, name)

    def sort_later(self, first: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
        """Return what each bundle holds that is wanted later: what is not there by then, whichever module wants it."""
        there: dict[str, tuple[str, ...]] = {}
        waiting = self._list_wanted(first, first)
        while waiting:
            name, known = waiting.pop()
            fewer = tuple([one for one in there.get(name, known) if one in known])
            if fewer != there.get(name):
                there[name] = fewer
                inner = () if name in fewer else self.list_needed(name, fewer)
                waiting += self._list_wanted(inner, (*fewer, *inner))
        return {name: self.list_needed(name, known) for name, known in sorted(there.items()) if name not in known}

    def _list_wanted(self, names: tuple[str, ...], known: tuple[str, ...]) -> list[tuple[str, tuple[str, ...]]]:
        """Return what some modules want later, each with what is there by then."""
        wanted = [other for name in names for other in self.read(name).later]
        return [(name, known) for name in wanted if not self.is_foreign(name)]


def _find_doubles(bundles: Iterable[tuple[str, ...]]) -> set[str]:
    """Return the modules that are in more than one bundle."""
    counts = Counter([name for names in bundles for name in names])
    return {name for name, count in counts.items() if count > 1}


def _bundle(
    names: tuple[str, ...],
    module: Callable[[str], _Module],
    is_foreign: Callable[[str], bool],
    numbers: Mapping[str, int],
) -> str:
    inner = "".join([_definition(name, module(name), numbers) for name in names])
    return f"{_imports(names, module, is_foreign)}export const add = (define, need, later) => {{\n{inner}}};\n"


def _definition(name: str, module: _Module, numbers: Mapping[str, int]) -> str:
    return f"define({numbers[name]},()=>{{{_use_numbers(module.text, numbers)}}});\n"


def _use_numbers(text: str, numbers: Mapping[str, int]) -> str:
    """Return the text of a module with numbers in place of the names of those that it needs."""
    return _ASKED.sub(lambda found: f"{found[1]}({numbers[found[2]]})", text)


def _imports(names: tuple[str, ...], module: Callable[[str], _Module], is_foreign: Callable[[str], bool]) -> str:
    foreign = sorted({other for name in names for other in module(name).needs if is_foreign(other)})
    return "".join([f'import * as {_identifier(name)} from "../{name}";\n' for name in foreign])


def _identifier(name: str) -> str:
    return re.sub(r"\W", "_", name)


def _read(name: str, source: str, is_foreign: Callable[[str], bool]) -> _Module:
    """Return a module as the body of a function that returns what it exports."""

    def path(relative: str) -> str:
        return normpath(join(dirname(name), relative))

    def rewrite_import(found: re.Match[str]) -> str:
        whole, parts, relative = found.groups()
        other = path(relative)
        given = _identifier(other) if is_foreign(other) else f'need("{other}")'
        return f"const {whole or '{ ' + parts.replace(' as ', ': ') + ' }'} = {given};"

    def rewrite_later(found: re.Match[str]) -> str:
        other = path(found[1])
        return f'import("../{other}")' if is_foreign(other) else f'later("{other}")'

    needs = tuple(dict.fromkeys([path(found[3]) for found in _IMPORT.finditer(source)]))
    later = tuple(dict.fromkeys([path(found[1]) for found in _LATER.finditer(source)]))
    given = ",".join([found[2] for found in _EXPORT.finditer(source)])
    body = _EXPORT.sub(r"\1 \2", _IMPORT.sub(rewrite_import, _SAID.sub("", source)))
    if rest := _REST.search(body):
        raise ValueError(f"{name}: {rest[0]}")
    try:
        body = tighten(_LATER.sub(rewrite_later, body).lstrip("\n"))
    except ValueError as fault:
        raise ValueError(f"{name}: {fault}") from None
    return _Module(body + (f"return{{{given}}};\n" if given else ""), needs, later)
