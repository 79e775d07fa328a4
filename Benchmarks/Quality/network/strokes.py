"""Compares the strokes that were played with those that were heard elsewhere, both as jack_strokes writes them: PLAYED HEARD WHAT."""
import statistics, sys

# Strokes come 250 ms apart, as eighths at 120 bpm: those heard later than this belong to the next.
LATEST_MS = 200
# How far a stroke may be out of its spacing where no server missed a cycle.
SPACING_MS = 2


def read(path):
    """Pairs of seconds: by the frames of the server, and by the clock of the machine; and the missed milliseconds."""
    rows = [line.split() for line in open(path)]
    rate, missed = float(rows[0][1]), float(rows[-1][1])
    return [(int(frame) / rate, int(time) / 1e6) for kind, frame, time in (row for row in rows if row[0] == "stroke")], missed


def pair(played, heard):
    """Each played stroke with the first one heard after it, and the strokes heard that no played one has."""
    pairs, left = [], list(heard)
    for stroke in played:
        found = next((h for h in left if 0 <= 1e3 * (h[1] - stroke[1]) < LATEST_MS), None)
        if found:
            left.remove(found)
        pairs.append((stroke, found))
    return pairs, left


def longest_gap(pairs):
    """How many strokes in a row were lost at most."""
    return max(len(run) for run in "".join(" " if there else "x" for _, there in pairs).split(" "))


def slope(points):
    """The slope of the straight line nearest to `points`."""
    mean_x, mean_y = (statistics.fmean(values) for values in zip(*points))
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)


def main():
    (played, missed_here), (heard, missed_there) = read(sys.argv[1]), read(sys.argv[2])
    pairs, added = pair(played, heard)
    both = [(stroke, there) for stroke, there in pairs if there]
    lost = len(pairs) - len(both)
    print(f"{sys.argv[3]}: {len(played)} strokes played, {lost} lost, {longest_gap(pairs)} in a row at most, {len(added)} added; "
          f"JACK missed {missed_here:.1f} ms here, {missed_there:.1f} ms there")
    if len(both) < 3:
        sys.exit("judge-network: nothing came across")
    spacing = [1e3 * abs((b[1][0] - a[1][0]) - (b[0][0] - a[0][0])) for a, b in zip(both, both[1:])]
    delays = [1e3 * (there[1] - stroke[1]) for stroke, there in both]
    drift = 60 * slope([(stroke[1], delay) for (stroke, _), delay in zip(both, delays)])
    print(f"  spacing {statistics.fmean(spacing):.3f} ms off what was played, {max(spacing):.3f} ms at most")
    print(f"  delay {statistics.fmean(delays):.2f} ms, from {min(delays):.2f} to {max(delays):.2f} ms, "
          f"drifting by {drift:+.2f} ms a minute")
    if missed_here == missed_there == 0 and (lost or added or max(spacing) > SPACING_MS):
        sys.exit("judge-network: strokes were lost, added or out of their spacing in cycles that all ran")


main()
