"""Lists the books of rules, and the headings of their places as printed in them.

Titles and headings of a rulebook are in its own language, whatever language is requested.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from service.texts.rulebook.book import Book
from service.texts.rulebook.books_elasund import ELASUND_ENGLISH, ELASUND_SPANISH, FACTS_ELASUND
from service.texts.translations import _

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
        "favors-components": "Entre amigos, Componentes necesarios",
        "favors-preparations": "Entre amigos, Preparativos",
        "favors-robber": "Entre amigos, 1 Desplazando al ladrón",
        "favors-gift": "Entre amigos, 2 Regalando una carta",
        "favors-link": "Entre amigos, 3 Enlazar núcleos",
        "favors-use": "Entre amigos, Usar un favor",
        "favors-exchange": "Entre amigos, Intercambiar una ficha",
        "favors-end": "Entre amigos, Fin de la partida",
        "helpers-preparations": "Los ayudantes, Preparativos",
        "helpers-rules": "Los ayudantes, Reglas especiales",
        "helpers-important": "Los ayudantes, Importante",
        "helpers-notes": "Los ayudantes, Aclaraciones",
        "new-york-components": "Nueva York, Componentes necesarios",
        "new-york-preparations": "Nueva York, Preparativos",
        "new-york-rules": "Nueva York, Reglas especiales",
        "new-york-1": "Nueva York, 1 Construcción de poblados",
        "new-york-2": "Nueva York, 2 Construcción de carreteras",
        "new-york-3": "Nueva York, 3 Vías navegables",
        "new-york-4": "Nueva York, 4 Puertos",
        "new-york-5": "Nueva York, 5 Encrucijadas con ficha",
        "new-york-6": "Nueva York, 6 Fuera del mapa",
        "new-york-end": "Nueva York, Fin de la partida",
        "new-york-canal": "Nueva York, Variante del canal de Erie",
        "mallorca-components": "Mallorca, Componentes necesarios",
        "mallorca-preparations": "Mallorca, Preparativos",
        "mallorca-rules": "Mallorca, Reglas especiales",
        "mallorca-1": "Mallorca, 1 Construcción de poblados",
        "mallorca-2": "Mallorca, 2 Construcción de carreteras",
        "mallorca-3": "Mallorca, 3 Puertos",
        "mallorca-4": "Mallorca, 4 Encrucijadas con ficha",
        "mallorca-5": "Mallorca, 5 Fuera del mapa",
        "mallorca-end": "Mallorca, Fin de la partida",
        "mallorca-remarks": "Mallorca, Observaciones",
    },
)

DICE = Book(
    "Los Colonos de Catán: El juego de dados (2007)",
    {
        "preparation": "Preparativos",
        "overview": "De qué se trata",
        "play": "Desarrollo del juego",
        "1": "1 Dados",
        "2": "2 Construcción",
        "example": "2 Construcción, ejemplo",
        "rules": "Reglas de construcción",
        "jokers": "Comodines de materias primas",
        "gold": "Intercambio de oro",
        "end": "Fin de juego",
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
        "C.1": _("C.1 Dice game, the sheet"),
        "C.2": _("C.2 Dice game, roads and places"),
        "C.3": _("C.3 Dice game, rules and doubtful points"),
    },
)

FACTS_PLUS = Book(
    _("Facts on the extras of Catan Plus"),
    {
        "1.1": _("1.1 Helpers, procedure"),
        "1.2": _("1.2 Helpers, the ten cards"),
        "1.3": _("1.3 Helpers, clarifications"),
        "2.1": _("2.1 Favors, components"),
        "2.2": _("2.2 Favors, earning them"),
        "3.1": _("3.1 New York, facts"),
        "3.2": _("3.2 New York, rules for the board"),
        "3.3": _("3.3 New York, reconstruction of the board"),
        "4.1": _("4.1 Mallorca, facts"),
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
        "clocks": _("Clocks"),
        "branches": _("Branches"),
        "records": _("Records and fairness"),
        "sandboxes": _("Sandbox games"),
        "analyses": _("Analyses"),
        "variants": _("Variants of the games"),
    },
)

BOOKS: Final[Mapping[str, Book]] = MappingProxyType(
    {
        "colonos": COLONOS,
        "plus": PLUS,
        "dice": DICE,
        "elasund-es": ELASUND_SPANISH,
        "elasund-en": ELASUND_ENGLISH,
        "facts": FACTS,
        "facts-plus": FACTS_PLUS,
        "facts-elasund": FACTS_ELASUND,
        "ruling": RULING,
        "server": SERVER,
    }
)
