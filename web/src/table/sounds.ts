import { settings } from '../app/settings.svelte';

/** What can be heard in the café: a cup set down, a small bell for points, two notes when it is one's turn. */
export type Sound = 'cup' | 'points' | 'turn';

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Nothing is recorded: every sound is made of a few waves on the spot. Silent unless it was switched on. */
export function playSound(which: Sound): void {
  if (!settings.sounds || document.hidden) return;
  context ??= new AudioContext();
  // A browser lets nothing be heard before the first tap; what happens until then stays silent.
  if (context.state === 'suspended') void context.resume().catch(() => {});
  const now = context.currentTime;
  cup(context, now);
  if (which === 'points') bell(context, now + 0.09, 1_320, 0.09);
  if (which === 'turn') {
    bell(context, now + 0.1, 880, 0.06);
    bell(context, now + 0.28, 1_175, 0.06);
  }
}

/** Porcelain on marble: a short, bright rustle over a dull thud. */
function cup(audio: AudioContext, at: number): void {
  noise ??= rustle(audio);
  const source = audio.createBufferSource();
  source.buffer = noise;
  const band = audio.createBiquadFilter();
  band.type = 'bandpass';
  band.frequency.value = 3_400;
  band.Q.value = 1.6;
  source.connect(band).connect(fading(audio, at, 0.12, 0.07));
  source.start(at);
  const thud = audio.createOscillator();
  thud.frequency.setValueAtTime(190, at);
  thud.frequency.exponentialRampToValueAtTime(90, at + 0.08);
  thud.connect(fading(audio, at, 0.1, 0.11));
  thud.start(at);
  thud.stop(at + 0.14);
}

/** A bell has partials that are no multiples of its note; the high ones die first. */
function bell(audio: AudioContext, at: number, note: number, loud: number): void {
  for (const [partial, share, long] of [[1, 1, 0.9], [2.76, 0.4, 0.5], [5.4, 0.16, 0.25]] as const) {
    const wave = audio.createOscillator();
    wave.frequency.value = note * partial;
    wave.connect(fading(audio, at, loud * share, long));
    wave.start(at);
    wave.stop(at + long + 0.05);
  }
}

function fading(audio: AudioContext, at: number, loud: number, long: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  gain.connect(audio.destination);
  return gain;
}

function rustle(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * 0.1), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
