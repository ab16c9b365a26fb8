/** How a finished game stands. */

/** The seats of a game that is over, the best first, each with its points and whether it won. */
export function standingsOf({ result, seats }) {
  const { winners = [], points = [] } = result ?? {};
  const placed = seats.map(({ seat }) => ({ seat, points: points[seat] ?? 0, won: winners.includes(seat) }));
  return placed.sort((one, other) => other.won - one.won || other.points - one.points);
}
