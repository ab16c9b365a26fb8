"""How the Catan dice game looks: the sheets, the dice, and the table beside them."""
