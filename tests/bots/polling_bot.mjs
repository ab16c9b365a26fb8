// A bot by long poll, with what Node brings along: `node polling_bot.mjs BASE KEY GAME...`.
//
// It takes a seat in every game and plays until all are over. Whatever gets lost on the way it sends again under the
// same Idempotency-Key. It writes a line for every command that was accepted.

const [base, key, ...games] = process.argv.slice(2);
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

async function call(method, path, body, headers = {}) {
  const sent = { "X-Api-Key": key, "Content-Type": "application/json", ...headers };
  for (;;) {
    try {
      const answer = await fetch(base + path, {
        method,
        headers: sent,
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: AbortSignal.timeout(45_000),
      });
      if (answer.status !== 429 && answer.status !== 503) return [answer.status, await answer.json()];
    } catch {
      // lost on the way: once more
    }
    await pause(50);
  }
}

async function seated(game) {
  const [status, answer] = await call("POST", `/v1/games/${game}/seats`, {}, { "Idempotency-Key": `seat in ${game}` });
  if (status !== 201) throw new Error(JSON.stringify(answer));
  return answer.token;
}

function choice(legal) {
  const listed = legal.actions.map((entry) => entry.command);
  const commands = listed.length ? listed : legal.templates.map((entry) => entry.example);
  const building = commands.filter((command) => command.type.startsWith("Build"));
  const among = building.length ? building : commands;
  return among[Math.floor(Math.random() * among.length)];
}

async function act(game, token) {
  const bearer = { Authorization: `Bearer ${token}` };
  for (;;) {
    const [, legal] = await call("GET", `/v1/games/${game}/legal-actions`, undefined, bearer);
    if (!legal.must_act) return;
    const [status, answer] = await call("POST", `/v1/games/${game}/commands`, choice(legal), {
      ...bearer,
      "If-Match": `"${legal.version}"`,
      "Idempotency-Key": `after ${legal.version}`,
    });
    if (status === 201) console.log(JSON.stringify({ game, version: answer.version, after: legal.version }));
    else if (status !== 412) throw new Error(JSON.stringify(answer));
  }
}

async function allOver() {
  for (const game of games) {
    const [, view] = await call("GET", `/v1/games/${game}`);
    if (view.status !== "finished") return false;
  }
  return true;
}

const tokens = {};
for (const game of games) tokens[game] = await seated(game);
let cursor = "-";
while (!(await allOver())) {
  const [, owed] = await call("GET", `/v1/me/pending?wait=1&after=${cursor}`);
  const due = new Set(owed.pending.filter((debt) => debt.must).map((debt) => debt.game));
  for (const game of due) await act(game, tokens[game]);
  cursor = owed.cursor;
}
