"""How a kit plays, beside real kits: balance, what velocity changes, how repeats differ."""
import numpy as np
from scipy.signal import lfilter

import features
from sounds import CLASSES, KEYS, RATE

REPEATS = [94, 95, 96, 97, 98, 99]


def loudness(samples):
    """The loudest 400 ms of a frames × channels sound, K-weighted (ITU-R BS.1770), in LUFS."""
    def shelf(x):
        k = np.tan(np.pi * 1_681.974450955533 / RATE)
        q, high = 0.7071752369554196, 10 ** (3.999843853973347 / 20)
        middle = high ** 0.4996667741545416
        a0 = 1 + k / q + k * k
        return lfilter([(high + middle * k / q + k * k) / a0, 2 * (k * k - high) / a0,
                        (high - middle * k / q + k * k) / a0],
                       [1, 2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0], x)

    def low_cut(x):
        k, q = np.tan(np.pi * 38.13547087602444 / RATE), 0.5003270373238773
        a0 = 1 + k / q + k * k
        return lfilter([1, -2, 1], [1, 2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0], x)

    power = sum(low_cut(shelf(samples[:, c].astype(float))) ** 2 for c in range(samples.shape[1]))
    power = power / samples.shape[1] * 2
    window = int(0.4 * RATE)
    total = np.cumsum(np.pad(power, (window, window)))
    return 10 * np.log10(np.max(total[window:] - total[:-window]) / window + 1e-20) - 0.691


def balance(sounds):
    """Each class's loudness at full force relative to the snare's, one row for each kit."""
    rows = {}
    for kit in {s.kit for s in sounds}:
        own = {}
        for label in CLASSES:
            levels = [loudness(s.samples) for s in sounds
                      if s.kit == kit and s.label == label and s.velocity >= 120]
            if levels:
                own[label] = float(np.median(levels))
        if "snare" in own and len(own) > 5:
            rows[kit] = {label: level - own["snare"] for label, level in own.items()}
    return rows


def print_balance(real, ours):
    rows, mine = balance(real), balance(ours)["ours"]
    print("\n## Balance: LUFS relative to the snare at full force (ours | real kits' median "
          "[lowest, highest])")
    for label in CLASSES:
        levels = sorted(row[label] for row in rows.values() if label in row)
        if levels:
            print(f"  {label:12} {mine[label]:+5.1f} | {np.median(levels):+5.1f} "
                  f"[{levels[0]:+.1f}, {levels[-1]:+.1f}], {len(levels)} kits")


def octaves(one, other):
    """How far the second sound's centroid is above the first's."""
    def centroid(mono):
        power = np.abs(np.fft.rfft(mono[:RATE])) ** 2
        return (power * np.fft.rfftfreq(min(len(mono), RATE), 1 / RATE)).sum() / power.sum()
    return float(np.log2(centroid(other) / centroid(one)))


def real_changes(real, label):
    """What the step from the softest to the hardest recording changes, over kits with layers."""
    shapes, brighter = [], []
    for kit in sorted({s.kit for s in real if s.kit not in ("freepats", "TimGM6mb")}):
        own = sorted((s for s in real if s.kit == kit and s.label == label),
                     key=lambda s: s.velocity)
        if len(own) > 1 and own[0].velocity <= 45 and own[-1].velocity > 110:
            shapes.append(features.shape_change(own[0].mono, own[-1].mono))
            brighter.append(octaves(own[0].mono, own[-1].mono))
    if not shapes:
        return "–"
    return f"{np.median(shapes):.1f} {np.median(brighter):+.2f} ({len(shapes)} kits)"


def print_playing(real, ours):
    print("\n## Velocity 30 → 127 (shape, dB rms; centroid, octaves | real kits, softest to hardest "
          "layer); repeats at 94–99 (dB rms; waveform correlation); left against right")
    for key, label in KEYS.items():
        own = {s.velocity: s for s in ours if s.key == key}
        one, other = own[30], own[127]
        changes, likeness = [], []
        for a, b in zip(REPEATS, REPEATS[1:]):
            changes.append(features.shape_change(own[a].mono, own[b].mono))
            size = min(len(own[a].mono), len(own[b].mono), 8_820)
            likeness.append(np.corrcoef(own[a].mono[:size], own[b].mono[:size])[0, 1])
        sides = np.corrcoef(other.samples[:22_050, 0], other.samples[:22_050, 1])[0, 1]
        print(f"  {key} {label:12} {features.shape_change(one.mono, other.mono):4.1f} "
              f"{octaves(one.mono, other.mono):+.2f} | {real_changes(real, label):20} "
              f"repeats {np.mean(changes):.1f} (least {np.min(changes):.1f}) "
              f"{np.mean(likeness):+.2f}   sides {sides:+.2f}")
