"""Values positions of Catan for each seat: figures by seat, and the probability to win fitted on them."""
