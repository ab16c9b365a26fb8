/** Short sounds, made by the browser itself: no files. It allows them once somebody has pressed something on the page. */

const LOUD = 0.16;
const NOISE_S = 0.3;
const HEARD = [
  ["dice", /Rolled$/],
  ["piece", /^(?:Settlement|Road|City|Dice(?:Road|Settlement|City)|Knight|Wall|ChurchTile)(?:Built|Founded)$|^(?:RobberMoved|RoadMoved|PermitPlaced|PermitMoved|BuildingPlaced|HutReplaced|ShipMoved)$/],
  ["card", /^(?:ResourcesProduced|StartingCardsPaid|YearOfPlentyPlayed|MaritimeTradeMade|TradeMade|CardStolen|LeaderCardTaken|GiftAccepted|CardTaken|MonopolyPlayed|DevelopmentCardBought|GoldProduced|InfluenceDrawn)$/],
];
let sky = null; // the audio context
let noise = null;

/** The sounds of events, each once. */
export const soundsOf = (events) => HEARD.filter(([, types]) => events.some(({ type }) => types.test(type))).map(([name]) => name);

/** Make a sound; nothing is heard before somebody pressed something, or where the browser has no such thing. */
export async function sound(name) {
  if (!globalThis.AudioContext || navigator.userActivation?.hasBeenActive === false) return;
  sky ??= new AudioContext();
  if (sky.state === "suspended") await sky.resume();
  SOUNDS[name](sky.currentTime);
}

const SOUNDS = {
  dice: (at) => [0, 0.07, 0.13, 0.22].forEach((later, n) => rustle(at + later, { seconds: 0.05, type: "bandpass", pitch: 2600 - 300 * n, loud: 1.6 })),
  card: (at) => rustle(at, { seconds: 0.12, type: "highpass", pitch: 3500, loud: 0.7 }),
  piece: (at) => tone(at, { pitch: 190, to: 80, seconds: 0.14, loud: 1.8 }),
  turn: (at) => [660, 880].forEach((pitch, n) => tone(at + n * 0.14, { pitch, seconds: 0.3 })),
  end: (at) => [523, 659, 784, 1047].forEach((pitch, n) => tone(at + n * 0.15, { pitch, seconds: 0.5 })),
};

function tone(at, { pitch, to = pitch, seconds, loud = 1 }) {
  const source = new OscillatorNode(sky, { type: "triangle", frequency: pitch });
  source.frequency.exponentialRampToValueAtTime(to, at + seconds);
  source.connect(fading(at, seconds, loud));
  source.start(at);
  source.stop(at + seconds);
}

function rustle(at, { seconds, type, pitch, loud }) {
  noise ??= noiseOf(sky);
  const source = new AudioBufferSourceNode(sky, { buffer: noise });
  const filter = new BiquadFilterNode(sky, { type, frequency: pitch });
  source.connect(filter).connect(fading(at, seconds, loud));
  source.start(at, 0, seconds);
}

/** A way to the ear that fades within so many seconds. */
function fading(at, seconds, loud) {
  const gain = new GainNode(sky, { gain: 0 });
  gain.gain.setValueAtTime(LOUD * loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  gain.connect(sky.destination);
  return gain;
}

function noiseOf({ sampleRate }) {
  const buffer = new AudioBuffer({ length: Math.ceil(NOISE_S * sampleRate), sampleRate });
  buffer.getChannelData(0).forEach((_, at, all) => { all[at] = Math.random() * 2 - 1; });
  return buffer;
}
