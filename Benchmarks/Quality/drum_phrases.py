#!/usr/bin/env python3
"""
drum_phrases.py - how phrases end and how half time sounds.  Needs numpy and eval_midi.py beside it.

USAGE
  drum_phrases.py --ref GROOVE_DIR [--ref-split train]     what real drummers do
  drum_phrases.py GEN [GEN ...] [--every 4]                generated pieces; --every N: every Nth bar was asked to be a fill

A bar's second half is a fill, if it has three snare and tom hits more than the piece's median bar (or, with --every, by its number).

OUTPUT  one JSON object:
  fills         share of bars; share of them in the bar 4, 8, ... of their own phrase (the most frequent of the four places)
  crash_after   share of bars that begin with a crash (first sixteenth, or the one after it): after a fill, and after other bars
  fill, beat    hits in the second half of such a bar, by drum
  rest          hits in the first half of a fill bar, and of another
  late          share of the fill's hits in its last quarter
  half_time     share of bars in which the loudest snare is on 3; on 2 and 4; and share of all hits of kick 1, snare 3
"""
import sys, os, json, argparse
import numpy as np
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import eval_midi as ev
import drum_habits as dh

GROUPS = dict(kick=[0], snare=[1, 2], hats=[3, 5], pedal=[4], toms=[6, 7, 8], crash=[9, 10], ride=[11, 12])


def bars(p):
    """hits by bar, step and drum: counts, and loudest velocity"""
    C = np.zeros((p.bars, 16, 13)); V = np.zeros((p.bars, 16, 13))
    np.add.at(C, (p.s // 16, p.s % 16, p.i), 1); np.maximum.at(V, (p.s // 16, p.s % 16, p.i), p.v)
    return C, V


def is_fill(C, every):
    if every: return (np.arange(len(C)) + 1) % every == 0
    n = C[:, 8:, [1, 2, 6, 7, 8]].sum((1, 2))
    return n >= np.median(n) + 3


def phrases(pieces, every):
    after = [[], []]; halves = [[], []]; firsts = [[], []]; late = []; fills = []; phase = []; snare = []
    for p in pieces:
        if p.bars < 8: continue
        C, V = bars(p); f = is_fill(C, every)
        f[-1] &= C[-1, 12:].sum() > 0; fills += f.tolist()
        if f.sum() >= 3: phase.append(np.bincount(np.flatnonzero(f) % 4, minlength=4).max() / f.sum())
        crash = C[:, :2, 9:11].sum((1, 2)) > 0
        for b in range(len(C)):
            if b + 1 < len(C): after[int(f[b])].append(crash[b + 1])
            halves[int(f[b])].append(C[b, 8:].sum(0)); firsts[int(f[b])].append(C[b, :8].sum())
            if f[b] and C[b, 8:].sum(): late.append(C[b, 12:].sum() / C[b, 8:].sum())
            on = V[b, :, 1:3].max(1)
            if on.max() >= 40 and not f[b]:
                loud = set(np.flatnonzero(on >= 0.8 * on.max()).tolist())
                snare.append((8 in loud and 4 not in loud and 12 not in loud, 4 in loud and 12 in loud and 8 not in loud, loud == {8}))
    m = lambda x: round(float(np.mean(x)), 3) if len(x) else None
    table = lambda H: {k: round(float(np.mean([h[ids].sum() for h in H])), 2) for k, ids in GROUPS.items()} | dict(
        all=round(float(np.mean([h.sum() for h in H])), 2)) if len(H) else None
    s = np.array(snare) if snare else np.zeros((0, 3))
    return dict(bars=len(fills), fills=dict(share=m(fills), in_phrase=m(phase)), crash_after=dict(fill=m(after[1]), other=m(after[0])),
                beat=table(halves[0]), fill=table(halves[1]), rest=dict(fill=m(firsts[1]), beat=m(firsts[0])), late=m(late),
                half_time=dict(on_3=m(s[:, 0]), on_2_and_4=m(s[:, 1]), only_3=m(s[:, 2])))


def main():
    ap = argparse.ArgumentParser(description=__doc__.split('\n')[1])
    ap.add_argument('gen', nargs='*'); ap.add_argument('--ref'); ap.add_argument('--ref-split', default='validation')
    ap.add_argument('--every', type=int, default=0); ap.add_argument('--style')
    a = ap.parse_args()
    pieces = dh.real(a.ref, a.ref_split) if a.ref else dh.generated(a.gen, None)
    if a.style: pieces = [p for p in pieces if p.style == a.style]
    if not pieces: print(json.dumps(dict(error='nothing to judge'))); sys.exit(1)
    print(json.dumps(phrases(pieces, a.every), indent=1))


if __name__ == '__main__':
    main()
