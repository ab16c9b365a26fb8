"""Lets Catanatron ask and answer by files of its own."""

from workers.bridge.families.catan.files import CATANATRON

FORMATS = {"catanatron": CATANATRON}
