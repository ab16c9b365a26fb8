"""The books that rules are found in, and the headings of their places as printed in them.

The rulebooks are Spanish, so their titles and headings are given in Spanish in every language.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from service.translations import _


@dataclass(frozen=True, slots=True)
class Book:
    """A book's title, and what its place keys stand for; a ruling has no places."""

    title: str
    places: Mapping[str, str]


COLONOS = Book(
    "Los Colonos de Catán: Instrucciones de juego",
    {
        "island": "Montaje de la isla",
        "preparation": "Preparación",
        "summary": "Desarrollo del juego (resumido)",
        "1": "1 Obtener materias primas",
        "2": "2 Comercio",
        "2a": "2a Comercio interno",
        "2b": "2b Comercio marítimo",
        "3": "3 Construir",
        "3a": "3a Carretera",
        "3b": "3b Poblado",
        "3c": "3c Ciudad",
        "3d": "3d Comprar cartas de desarrollo",
        "4a": "4a Si sale el siete",
        "4b": "4b Jugar cartas de desarrollo",
        "end": "Final del juego",
    },
)

PLUS = Book(
    "Catan Plus: Reglamento (2016)",
    {
        "overview-2": "Resumen del juego, punto 2",
        "overview-3": "Resumen del juego, punto 3",
        "overview-4": "Resumen del juego, punto 4",
        "overview-5": "Resumen del juego, punto 5",
        "overview-6": "Resumen del juego, punto 6",
        "overview-7": "Resumen del juego, punto 7",
        "overview-9": "Resumen del juego, punto 9",
        "overview-10": "Resumen del juego, punto 10",
        "components": "Juego básico, Componentes",
        "set-up": "Juego básico, Disposición inicial",
        "preparations": "Juego básico, Preparativos",
        "summary": "Juego básico, Resumen del juego",
        "1": "Juego básico, 1 Producción de materias primas",
        "2": "Juego básico, 2 Comercio",
        "2a": "Juego básico, 2a Comercio interior",
        "2b": "Juego básico, 2b Comercio marítimo",
        "3": "Juego básico, 3 Construcción",
        "3a": "Juego básico, 3a Carretera",
        "3b": "Juego básico, 3b Poblado",
        "3c": "Juego básico, 3c Ciudad",
        "3d": "Juego básico, 3d Comprar carta de desarrollo",
        "4": "Juego básico, 4 Casos especiales",
        "4a": "Juego básico, 4a El ladrón",
        "4b": "Juego básico, 4b Jugar una carta de desarrollo",
        "end": "Juego básico, Fin de la partida",
        "ext": "Ampliación 5-6 jugadores",
        "ext-components": "Ampliación 5-6 jugadores, Componentes",
        "ext-preparations": "Ampliación 5-6 jugadores, Preparativos",
        "ext-play": "Ampliación 5-6 jugadores, Desarrollo de la partida",
        "ext-special-rule": "Ampliación 5-6 jugadores, Regla especial",
    },
)

FACTS = Book(
    _("Component facts"),
    {
        "0": _("0 Coordinates"),
        "A.1": _("A.1 Base game, counts"),
        "A.3": _("A.3 Base game, layout for beginners"),
        "A.4": _("A.4 Base game, variable set-up"),
        "A.5": _("A.5 Base game, rules of the almanac"),
        "B.1": _("B.1 Extension, counts"),
        "B.2": _("B.2 Extension, tokens by letter"),
        "B.3": _("B.3 Extension, harbors"),
        "B.4": _("B.4 Extension, special building phase"),
    },
)

RULING = Book(_("Ruling of this server, where the rulebooks are silent"), {"": ""})

SERVER = Book(
    _("House rules of this server"),
    {
        "seats": _("Games and seats"),
        "commands": _("Commands"),
        "undo": _("Undo and redo"),
        "votes": _("Votes"),
        "branches": _("Branches"),
        "records": _("Records and fairness"),
    },
)

BOOKS: Final[Mapping[str, Book]] = MappingProxyType(
    {"colonos": COLONOS, "plus": PLUS, "facts": FACTS, "ruling": RULING, "server": SERVER}
)
