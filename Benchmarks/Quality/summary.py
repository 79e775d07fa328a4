#!/usr/bin/env python3
"""summary.py FOLDER - the reports that `Benchmarks/Quality/drummer` wrote, as one table with the bars to reach."""
import sys, os, json, glob
import numpy as np
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import drum_habits

folder = sys.argv[1]


def phrases():
    names = dict(real='real', phrases='ours', fills='--fill-every 4', half='--feel half')
    R = {n: json.load(open(f'{folder}/phrases-{n}.json')) for n in names}
    print(f'{"phrases":34s}' + ''.join(f'{v:>16s}' for v in names.values()))
    rows = [('fills: share of bars', ('fills', 'share')), ('in one place of four', ('fills', 'in_phrase')),
            ('crash on 1 after a fill', ('crash_after', 'fill')), ('crash on 1 elsewhere', ('crash_after', 'other'))]
    rows += [(f'{kind}, two beats: {drum}', (kind, drum)) for kind in ('beat', 'fill')
             for drum in ('all', 'kick', 'snare', 'toms', 'hats', 'ride', 'pedal', 'crash')]
    rows += [('loud snare on 3', ('half_time', 'on_3')), ('loud snare on 2 and 4', ('half_time', 'on_2_and_4'))]
    for name, (a, b) in rows: print(f'{name:34s}' + ''.join(f'{R[n][a][b]:16.2f}' for n in names))


phrases()
if '--phrases' in sys.argv: sys.exit()
print()
evals = [json.load(open(f)) for f in sorted(glob.glob(folder + '/eval-*.json'))]
habits = [json.load(open(f)) for f in sorted(glob.glob(folder + '/habits-*.json'))]


def row(name, values, bar, digits=3):
    values = [v for v in values if v is not None]
    each = ' '.join(f'{v:.{digits}f}' for v in values)
    print(f'{name:42s} {np.mean(values):8.{digits}f}   {bar:10s} {each}')


print(f'{"validation mix":42s} {"mean":>8s}   {"bar":10s} each seed')
row('AUC by piece', [h['auc_by_piece'] for h in habits], '<= .62')
row('mean of six, fitted', [h.get('auc_fitted') for h in habits], '')
row('OA', [e['summary']['mean_oa'] for e in evals], '>= .875')
row('JS', [e['summary']['mean_js'] for e in evals], '<= .022')
row('self-bar', [e['beat']['self_bar_phase_kept'] for e in evals], '>= .77')
row('style recognised', [h['style']['asked for'] for h in habits], '>= .50')
row('place 8 bars later: velocity', [h['ours']['place']['velocity_8'] for h in habits], '>= .58')
row('place 8 bars later: timing', [h['ours']['place']['timing_8'] for h in habits], '>= .25')
row('hats stroke to stroke: velocity', [h['ours']['stroke']['hat_velocity'] for h in habits], '<= -.20')
row('hats stroke to stroke: timing', [h['ours']['stroke']['hat_timing'] for h in habits], '<= .25')
row('timekeeper gaps', [h['ours']['timekeeper_gap'] for h in habits], '<= .12')
row('full force', [h['ours']['dynamics']['full_force'] for h in habits], 'real %.3f' % habits[0]['real']['dynamics']['full_force'])
for key, words in (('velocity_sd', 'two bars in a piece: velocity'), ('hits_sd', 'two bars in a piece: hits a bar'), ('offset_sd', 'two bars in a piece: offset, sixteenths'),
                   ('velocity_next', 'the next two alike: velocity'), ('velocity_8_bars', '8 bars later alike: velocity'),
                   ('hits_next', 'the next two alike: hits'), ('hits_8_bars', '8 bars later alike: hits')):
    row(words, [h['ours'].get('phrasing', {}).get(key) for h in habits], 'real %.3f' % habits[0]['real'].get('phrasing', {}).get(key, np.nan))
row('hits a bar', [e['meta']['hits_per_bar'] for e in evals], '', 1)
row('doubled', [e['invalid']['doubled_frac'] for e in evals], '0', 5)
row('unplayable', [e['invalid']['unplayable_frac'] for e in evals], '0', 5)
row('two-bar copies of the training split', [e['memory']['bars2_in_train'] for e in evals], '<= .02', 4)

print('\nlong pieces, by bars')
names = sorted(glob.glob(folder + '/long/*.mid'))
each = {}
for p, name in zip(drum_habits.generated(names, None), names):
    each.setdefault(os.path.basename(name).rsplit('-', 1)[0], []).append(drum_habits.long(p))
ranges = list(next(iter(each.values()))[0])
everything = [x for xs in each.values() for x in xs]
for key, bar in (('full_force', 'flat'), ('profile', '>= .70/.60/.50 at 64/256/1,024'), ('hits_a_bar', 'within 20 %')):
    print(f'{key:11s} {bar}')
    print(f'  {"":8s}' + ''.join(f'{r:>11s}' for r in ranges))
    for style, xs in list(each.items()) + [('all', everything)]:
        print(f'  {style:8s}' + ''.join(f'{np.mean([x[r][key] for x in xs if x[r][key] is not None]):11.2f}' for r in ranges))

print('\nhumanise: ' + json.dumps(json.load(open(folder + '/humanise.json'))))
