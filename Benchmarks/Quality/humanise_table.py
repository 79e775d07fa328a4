#!/usr/bin/env python3
"""
humanise_table.py - does `ghostnote humanise` predict velocity and timing better than a table?  Needs numpy and eval_midi.py beside it.

USAGE
  humanise_table.py --ref GROOVE_DIR --ghostnote PROGRAM [--model FILE] [--split validation] [--seed 1] [--amount 1]

Each 4/4 beat of the split is put on its sixteenths at velocity 80 and humanised with its style and tempo.  The table holds the mean
velocity and offset of each of 13 drums on each sixteenth of the training split (208 numbers each).

OUTPUT  one JSON object: for velocity and for timing (ms) the correlation, mean absolute error and standard deviation of humanise and of the
table against what was played, all hits pooled.
"""
import sys, os, csv, json, argparse, struct, subprocess, tempfile
import numpy as np
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import eval_midi as ev

PPQ = 480


def pieces(root, split):
    for r in csv.DictReader(open(os.path.join(root, 'info.csv'))):
        if r['split'] != split or r['time_signature'] != '4-4' or r['beat_type'] != 'beat': continue
        p = ev.Piece(ev.read_midi(os.path.join(root, r['midi_filename']))[0], float(r['bpm']))
        seen, keep = set(), []
        for n, key in enumerate(zip(p.s.tolist(), p.i.tolist())):     # the first hit of a drum on a sixteenth
            if key not in seen: seen.add(key); keep.append(n)
        if keep: yield r['style'].split('/')[0], p, np.array(keep)


def number(value):
    out = bytes([value & 127]); value >>= 7
    while value: out = bytes([value & 127 | 128]) + out; value >>= 7
    return out


def write(path, hits, bpm):
    body, last = b'\0\xff\x51\x03' + struct.pack('>I', round(60e6 / bpm))[1:], 0
    for tick, note, velocity in hits:
        body += number(tick - last) + bytes([0x99, note, velocity]); last = tick
    body += number(PPQ) + b'\xff\x2f\0'
    open(path, 'wb').write(b'MThd' + struct.pack('>IHHH', 6, 0, 1, PPQ) + b'MTrk' + struct.pack('>I', len(body)) + body)


def humanised(a, style, p, keep, folder):
    order = keep[np.lexsort((p.i[keep], p.s[keep]))]
    stiff, human = os.path.join(folder, 'stiff.mid'), os.path.join(folder, 'human.mid')
    write(stiff, [(int(p.s[n]) * PPQ // 4, ev.NOTES[p.i[n]], 80) for n in order], p.bpm)
    command = [a.ghostnote, 'humanise', stiff, '-o', human, '--amount', str(a.amount), '--seed', str(a.seed),
               '--overwrite']
    if a.model: command += ['--model', a.model]
    for words in (command + ['--style', style], command):           # a style that the model does not know: none
        if subprocess.run(words, capture_output=True).returncode == 0: break
    else: sys.exit('humanise failed: ' + ' '.join(command))
    # A note keeps its sixteenth (it moves by a third of one at most) and its drum.
    found = {}
    for beat, note, velocity in ev.read_midi(human)[0]:
        found.setdefault((int(np.floor(beat * 4 + .5)), ev.IDX[note]), (velocity, beat * 4))
    return [(n, *found[(int(p.s[n]), int(p.i[n]))]) for n in order if (int(p.s[n]), int(p.i[n])) in found]


def main():
    ap = argparse.ArgumentParser(description=__doc__.split('\n')[1])
    ap.add_argument('--ref', required=True); ap.add_argument('--ghostnote', required=True); ap.add_argument('--model')
    ap.add_argument('--split', default='validation'); ap.add_argument('--seed', type=int, default=1); ap.add_argument('--amount', type=float, default=1)
    a = ap.parse_args()
    count, velocity, offset = np.zeros(208), np.zeros(208), np.zeros(208)
    for _, p, keep in pieces(a.ref, 'train'):
        c = p.s[keep] % 16 * 13 + p.i[keep]
        np.add.at(count, c, 1); np.add.at(velocity, c, p.v[keep]); np.add.at(offset, c, p.off[keep] * 15000 / p.bpm)
    velocity /= np.maximum(count, 1); offset /= np.maximum(count, 1)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for style, p, keep in pieces(a.ref, a.split):
            ms = 15000 / p.bpm
            for n, v, sixteenths in humanised(a, style, p, keep, folder):
                c = p.s[n] % 16 * 13 + p.i[n]
                rows.append((p.v[n], v, velocity[c], p.off[n] * ms, (sixteenths - p.s[n]) * ms, offset[c]))
    x = np.array(rows, float)
    def judge(t, y): return dict(correlation=round(float(np.corrcoef(t, y)[0, 1]), 3), mean_error=round(float(np.abs(t - y).mean()), 2), deviation=round(float(y.std()), 2))
    print(json.dumps(dict(split=a.split, hits=len(x), velocity=dict(humanise=judge(x[:, 0], x[:, 1]), table=judge(x[:, 0], x[:, 2]), played=round(float(x[:, 0].std()), 2)),
                          timing_ms=dict(humanise=judge(x[:, 3], x[:, 4]), table=judge(x[:, 3], x[:, 5]), played=round(float(x[:, 3].std()), 2))), indent=1))


if __name__ == '__main__':
    main()
