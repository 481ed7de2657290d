/** The notes of the table's sounds. Their script is loaded with the first sound. */

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

/** @param {AudioContext} context @param {string} name one of `SOUNDS` */
export function playSound(context, name) {
  for (const note of SOUNDS[name]) playNote(context, note);
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
