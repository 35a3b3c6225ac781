import type { Sound } from './sounds';

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Synthesizes a sound: there are no recordings to load. */
export function synthesize(sound: Sound): void {
  context ??= new AudioContext();
  // Browsers suspend audio until the first tap on the page.
  if (context.state === 'suspended') void context.resume().catch(() => {});
  const now = context.currentTime;
  cup(context, now);
  if (sound === 'points') bell(context, now + 0.09, 1_320, 0.09);
  if (sound === 'turn') {
    bell(context, now + 0.1, 880, 0.06);
    bell(context, now + 0.28, 1_175, 0.06);
  }
}

/** The sound of a cup: short high noise over a low tone. */
function cup(audio: AudioContext, at: number): void {
  noise ??= whiteNoise(audio);
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

/** The partials of a bell are not multiples of its note, and the high ones fade first. */
function bell(audio: AudioContext, at: number, note: number, volume: number): void {
  for (const [partial, share, seconds] of [[1, 1, 0.9], [2.76, 0.4, 0.5], [5.4, 0.16, 0.25]] as const) {
    const wave = audio.createOscillator();
    wave.frequency.value = note * partial;
    wave.connect(fading(audio, at, volume * share, seconds));
    wave.start(at);
    wave.stop(at + seconds + 0.05);
  }
}

function fading(audio: AudioContext, at: number, volume: number, seconds: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(volume, at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(audio.destination);
  return gain;
}

function whiteNoise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * 0.1), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
