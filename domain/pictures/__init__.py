"""What pictures of games are drawn with: plain shapes, colors, and the marks that several games share."""
