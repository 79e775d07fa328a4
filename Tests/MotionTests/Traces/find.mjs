// node find.mjs FOLDER - what the page's detector finds in the traces of a folder, as JSON: Sources/Motion must find the same.
import { readFileSync } from 'node:fs';
import { StrokeDetector, calibrated } from '../../../Page/modules/strokes.js';

const folder = process.argv[2];
const found = {};
for (const player of ['arm', 'wrist', 'knee', 'soft', 'dancer']) {
  for (const rate of [60, 100]) {
    const trace = JSON.parse(readFileSync(`${folder}/${player}-${rate}.json`, 'utf8'));
    const samples = trace.samples.map(([time, ...acceleration]) => ({ time, acceleration }));
    const calibration = calibrated(samples, trace.soft, trace.loud);
    const strokes = (isEager) => {
      const detector = new StrokeDetector(calibration, isEager);
      return samples.map((sample) => detector.take(sample)).filter((stroke) => stroke)
        .map(({ time, strength }) => [Number(time.toFixed(3)), Number(strength.toFixed(4))]);
    };
    found[`${player}-${rate}`] = { calibration, strokes: strokes(false), eager: strokes(true) };
  }
}
process.stdout.write(JSON.stringify(found).replaceAll('"},', '"},\n').replaceAll('},"', '},\n"') + '\n');
