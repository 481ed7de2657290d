/**
 * Plays the table's sounds, each made of a few notes. Silent until the player's first gesture, and while turned off.
 */

/**
 * @typedef {{hz: number, at?: number, for: number, loud: number, wave?: OscillatorType} |
 *   {hiss: number, at?: number, for: number, loud: number}} Note
 *   a tone, or noise below a frequency in hertz; its start and length in seconds, and its loudness (0 to 1)
 */

const slap = (at, loud = 0.3) => ({ hiss: 2400, at, for: 0.06, loud });
const bell = (hz, at, loud = 0.16) => ({ hz, at, for: 0.5, loud });

/** @type {Record<string, Note[]>} */
export const SOUNDS = {
  card: [slap(0), { hz: 150, for: 0.07, loud: 0.25 }],
  shuffle: [0, 0.05, 0.1, 0.15, 0.21, 0.28].map((at) => slap(at, 0.14)),
  knock: [0, 0.13].map((at) => ({ hz: 120, at, for: 0.09, loud: 0.4 })),
  peg: [{ hz: 540, for: 0.05, loud: 0.14, wave: "triangle" }, { hiss: 1500, for: 0.03, loud: 0.14 }],
  score: [bell(392, 0), bell(523, 0.09)],
  myMove: [bell(523, 0), bell(659, 0.14)],
  clockLow: [0, 0.2].map((at) => ({ hz: 440, at, for: 0.14, loud: 0.2, wave: "triangle" })),
  win: [bell(392, 0), bell(494, 0.13), bell(587, 0.26), bell(784, 0.39, 0.2)],
  lose: [bell(392, 0), bell(330, 0.2), bell(262, 0.4)],
};

const EVENT_SOUNDS = {
  cut_for_deal: () => "card",
  dealt: () => "shuffle",
  thrown: () => "card",
  starter: () => "card",
  played: () => "card",
  go: () => "knock",
  pegged: ({ seat }, you) => (seat === you ? "score" : "peg"),
  over: ({ winner }, you) => (you === null || winner === null ? null : winner === you ? "win" : "lose"),
};

/** The sound of an event, or null. @param {{e: string}} event @param {number|null} you @returns {string|null} */
export const soundOf = (event, you) => EVENT_SOUNDS[event.e]?.(event, you) ?? null;

const RESTS_AFTER = 3_000;

export class Sounds {
  /** @param {HTMLElement} root has the setting for sounds */
  constructor(root = document.documentElement) {
    Object.assign(this, { root, context: null });
    // A browser plays nothing before a gesture, and logs a warning if a page tries.
    for (const gesture of ["click", "keydown"]) addEventListener(gesture, () => this.unlockAudio(), { capture: true });
  }

  get isOn() {
    return this.root.dataset.sound !== "off";
  }

  unlockAudio() {
    if (!this.isOn || this.context || navigator.userActivation?.hasBeenActive === false) return;
    this.context = new AudioContext();
    this.restSoon();
  }

  /** @param {string|null} name one of `SOUNDS` */
  async play(name) {
    if (!name || !this.isOn || !this.context) return;
    this.restSoon();
    await this.context.resume();
    for (const note of SOUNDS[name]) playNote(this.context, note);
  }

  /** Suspends the audio soon after the last sound. */
  restSoon() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.context.suspend(), RESTS_AFTER);
  }

  /** A sound for a player who has just turned them on. */
  greet() {
    this.unlockAudio();
    this.play("card");
  }
}

/** One note with a sharp attack that fades out. @param {AudioContext} context @param {Note} note */
function playNote(context, { hz, hiss, at = 0, for: length, loud, wave = "sine" }) {
  const begins = context.currentTime + at;
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, begins);
  volume.gain.linearRampToValueAtTime(loud, begins + 0.006);
  volume.gain.exponentialRampToValueAtTime(0.001, begins + length);
  volume.connect(context.destination);
  const source = hiss
    ? new AudioBufferSourceNode(context, { buffer: noise(context, length) })
    : new OscillatorNode(context, { frequency: hz, type: wave });
  const colour = new BiquadFilterNode(context, { type: "lowpass", frequency: hiss ?? 2 * hz + 800 });
  source.connect(colour).connect(volume);
  source.start(begins);
  source.stop(begins + length);
}

function noise(context, length) {
  const buffer = new AudioBuffer({ length: Math.ceil(length * context.sampleRate), sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = 2 * Math.random() - 1;
  return buffer;
}
