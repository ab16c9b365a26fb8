"""What a position of Catan is worth to each seat: figures by seat, and the probability to win fitted on them."""
