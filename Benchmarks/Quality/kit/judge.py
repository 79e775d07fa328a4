#!/usr/bin/env python3
"""Judges a drum kit's sound against real kits: Benchmarks/Quality/judge-kit [SOUNDFONT] [--tuning].

Every real source is held out in turn; the classifier that has not heard it names its sounds, and
ours. Prints the share named right, each drum's distance as a ratio to a real kit's, what velocity
changes, and how much repeats differ.

--tuning shows only the features (`picture`) and sources that the kit may be tuned by; the verdict
adds what was held back: other features, other sources.
"""
import argparse
import hashlib
import os
import pickle
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a second thread only waits for the first

import numpy as np

import features
from classifier import Classifier
from playing import REPEATS, print_balance, print_playing
from sounds import CLASSES, KEYS, Sound, from_onset, played, real_kits

# By these the kit may be tuned; the others are only reported.
TUNING_SOURCES = {"fluid", "macarthur", "forzee", "tim"}
FAMILIES = {"picture": [features.picture], "held back": [features.cepstra, features.physics],
            "all": [features.picture, features.cepstra, features.physics]}
VELOCITIES = [30, 64, 80, 100, 127]


def cached(path, make, *dependencies):
    text = "".join(Path(p).read_text() for p in dependencies)
    digest = hashlib.sha256(text.encode()).hexdigest()[:12]
    path = path.with_suffix(f".{digest}.pickle")
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(pickle.dumps(make()))
    return pickle.loads(path.read_bytes())


def table(sounds):
    """The features of each family, one row for each sound."""
    parts = {f: np.array([f(s.mono) for s in sounds])
             for f in (features.picture, features.cepstra, features.physics)}
    return {name: np.concatenate([parts[f] for f in functions], axis=1)
            for name, functions in FAMILIES.items()}


def real_table(folder):
    here = Path(__file__).parent
    sounds = cached(folder / "real", real_kits, here / "sounds.py")
    rows = cached(folder / "features", lambda: table(sounds), here / "sounds.py",
                  here / "features.py")
    return sounds, rows


def our_sounds(font):
    strokes = [(k, v) for k in KEYS for v in VELOCITIES] + [(k, v) for k in KEYS for v in REPEATS]
    heard, warnings = played(font, strokes)
    return [Sound("ours", "ours", KEYS[k], from_onset(s), k, v)
            for (k, v), s in zip(strokes, heard)], warnings


def class_mean(labels, values):
    return float(np.mean([np.mean([v for l, v in zip(labels, values) if l == c])
                          for c in CLASSES if c in labels]))


def judged(real, rows, ours, our_rows, sources):
    """For each held-out source: right or not, and distances, of it and of ours."""
    names = [s.source for s in real]
    result = []
    for source in sources:
        train = [n for n, s in enumerate(real) if s.source != source and s.source in sources]
        held = [n for n, s in enumerate(real) if s.source == source]
        model = Classifier(rows[train], [real[n].label for n in train],
                           [names[n] for n in train])
        held = [n for n in held if real[n].label in model.classes]
        result.append({
            "source": source, "model": model,
            "held": [real[n].label for n in held],
            "named": model.probabilities(rows[held]),
            "distances": [model.space.distance(rows[n:n + 1], real[n].label)[0] for n in held],
            "ours": model.probabilities(our_rows),
            "our distances": [model.space.distance(our_rows[n:n + 1], s.label)[0]
                              if s.label in model.classes else np.nan
                              for n, s in enumerate(ours)],
        })
    return result


def right(labels, probabilities, classes, top=1):
    best = np.argsort(-probabilities, axis=1)[:, :top]
    return [label in [classes[c] for c in row] for label, row in zip(labels, best)]


def shares(results, ours, top=1):
    """Mean over held-out sources of the share named right: real, ours on the same classes, ours."""
    rows = []
    for r in results:
        classes = r["model"].classes
        own = [n for n, s in enumerate(ours) if s.label in set(r["held"])]
        ours_right = right([s.label for s in ours], r["ours"], classes, top)
        rows.append((r["source"],
                     class_mean(r["held"], right(r["held"], r["named"], classes, top)),
                     class_mean([ours[n].label for n in own], [ours_right[n] for n in own]),
                     class_mean([s.label for s in ours], ours_right)))
    return rows


def ratios(results, ours):
    """Each key's distance (velocity 127, and mean of all) in units of a real kit's, held out."""
    unit = {}
    for label in CLASSES:
        medians = [np.median([d for l, d in zip(r["held"], r["distances"]) if l == label])
                   for r in results if label in r["held"]]
        unit[label] = float(np.median(medians)) if medians else np.nan
    def ratio(chosen):
        own = [n for n, s in enumerate(ours) if chosen(s)]
        return float(np.mean([np.nanmedian([r["our distances"][n] for r in results])
                              / unit[ours[n].label] for n in own]))
    return {key: (ratio(lambda s: s.key == key and s.velocity == 127),
                  ratio(lambda s: s.key == key)) for key in KEYS}


def print_recognition(name, results, ours):
    rows = shares(results, ours)
    print(f"\n## Named right, features: {name} (real, held out | ours, same classes and models)")
    for source, real, same, _ in rows:
        print(f"  {source:10} {real:.2f} | {same:.2f}")
    means = [np.mean([row[n] for row in rows]) for n in (1, 2, 3)]
    top = shares(results, ours, top=3)
    print(f"  {'mean':10} {means[0]:.3f} | {means[1]:.3f}   ours over all 19 classes "
          f"{means[2]:.3f}; top 3 {np.mean([r[1] for r in top]):.2f} | "
          f"{np.mean([r[2] for r in top]):.2f}")
    return means


def print_drums(results, ours):
    far = ratios(results, ours)
    classes = CLASSES
    print("  key drum          taken for (p at 127)            right by velocity  distance ratio 127, all")
    for key, label in KEYS.items():
        own = [n for n, s in enumerate(ours) if s.key == key and s.velocity in VELOCITIES][:5]
        mean = np.zeros((len(own), len(classes)))
        for r in results:
            for c, other in enumerate(r["model"].classes):
                mean[:, classes.index(other)] += r["ours"][own][:, c] / len(results)
        order = np.argsort(-mean[-1])[:2]
        named = ", ".join(f"{classes[c]} .{int(mean[-1, c] * 100):02d}" for c in order)
        marks = "".join("x" if classes[np.argmax(row)] == label else "." for row in mean)
        flag = " !" if far[key][0] > 1.3 or far[key][1] > 1.3 else ""
        print(f"  {key} {label:12} {named:34} {marks:>8}   {far[key][0]:.2f} {far[key][1]:.2f}{flag}")
    values = [far[k][0] for k in far]
    print(f"  median ratio {np.median(values):.2f}; keys over 1.3: {sum(v > 1.3 for v in values)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    root = Path(__file__).resolve().parents[3]
    parser.add_argument("soundfont", nargs="?", default=root / "SoundFonts/Ghostnote-Kit.sf2")
    parser.add_argument("--tuning", action="store_true")
    parser.add_argument("--cache", type=Path, default=root / ".build/quality")
    options = parser.parse_args()
    real, rows = real_table(options.cache)
    ours, warnings = our_sounds(options.soundfont)
    print(f"{len(real)} real sounds; {len(ours)} of {options.soundfont}; FluidSynth's warnings: "
          f"{len(warnings)} {warnings[:1]}")
    named = [n for n, s in enumerate(ours) if s.velocity in VELOCITIES]
    strokes = [ours[n] for n in named]
    our_rows = table(strokes)
    sources = sorted({s.source for s in real})
    if options.tuning:
        sources = sorted(TUNING_SOURCES)
    for name in ["picture"] if options.tuning else ["picture", "held back", "all"]:
        results = judged(real, rows[name], strokes, our_rows[name], sources)
        print_recognition(name, results, strokes)
        print_drums(results, strokes)
    if not options.tuning:
        others = sorted(set(sources) - TUNING_SOURCES)
        results = judged(real, rows["held back"], strokes, our_rows["held back"], others)
        print_recognition(f"held back, sources held back ({', '.join(others)})", results, strokes)
    print_playing(real, ours)
    print_balance(real, strokes)


if __name__ == "__main__":
    main()
