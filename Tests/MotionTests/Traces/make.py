#!/usr/bin/env python3
"""make.py FOLDER SEED - phones as sticks: traces of acceleration with the strokes that were meant, as JSON.

A mechanical model that knows nothing of the detector. A hand follows a minimum-jerk path (Flash and Hogan 1985): it is
raised, falls through a plane, and returns. Below the plane a damped spring stops it (Hunt and Crossley 1975: it only
pushes, and begins from nothing): the muscles in the air, or a knee, from which it rebounds. From the path come the acceleration along the stroke, the centripetal one along the forearm, and the part of
gravity that the turning phone sees. A sensor is a low pass, a range, noise, a grid of values and stamps that are late.

When a stroke was meant: on a knee at the touch; in the air half way between the largest deceleration and the turn of
the hand (Dahl, NIME 2014: one comes before, the other after what drummers mean). Ranges of the five players follow
published peaks of drum strokes (2 to 8 g) and the rates and steps of browsers; each seed draws its own players.
"""

import json
import math
import random
import sys

STEP = 0.0005  # s of the mechanical model
GRAVITY = 9.81

# kind: intervals in s, falls in s, heights in m, spring in Hz, share of the speed after it, forearm in m, body sway in m/s²
PLAYERS = {
    "arm": dict(interval=(0.42, 0.70), fall=(0.22, 0.30), height=(0.10, 0.20), spring=(5.5, 8), rebound=(0.1, 0.3),
                arm=(0.28, 0.38), sway=0.3),
    "wrist": dict(interval=(0.17, 0.32), fall=(0.075, 0.11), height=(0.02, 0.04), spring=(9, 13), rebound=(0.2, 0.4),
                  arm=(0.10, 0.16), sway=0.3),
    "knee": dict(interval=(0.25, 0.60), fall=(0.16, 0.24), height=(0.06, 0.14), spring=(16, 26), rebound=(0.25, 0.45),
                 arm=(0.25, 0.35), sway=0.2),
    "soft": dict(interval=(0.35, 0.60), fall=(0.18, 0.26), height=(0.04, 0.10), spring=(6, 9), rebound=(0.1, 0.3),
                 arm=(0.22, 0.32), sway=0.3, has_gravity=True),
    "dancer": dict(interval=(0.40, 0.65), fall=(0.20, 0.28), height=(0.09, 0.18), spring=(6, 9), rebound=(0.1, 0.3),
                   arm=(0.28, 0.38), sway=2.5),
}
CALIBRATION, JUDGED = 4, 40


def minimum_jerk(part):
    """Place, speed and acceleration of the path from 0 to 1 at a share of its time."""
    p = min(max(part, 0), 1)
    return (10 * p**3 - 15 * p**4 + 6 * p**5, 30 * p**2 - 60 * p**3 + 30 * p**4, 60 * p - 180 * p**2 + 120 * p**3)


class Hand:
    """Where the hand wants to be: one piece of minimum jerk at a time, and the next begins where it is by then."""

    def __init__(self, place):
        self.begin, self.end, self.start, self.goal = 0.0, 0.1, place, place

    def go(self, begin, end, start, goal):
        self.begin, self.end, self.start, self.goal = begin, end, start, goal

    def at(self, time):
        span, way = self.end - self.begin, self.goal - self.start
        place, speed, acceleration = minimum_jerk((time - self.begin) / span)
        return self.start + way * place, way * speed / span, way * acceleration / span**2


def strokes(kind, chance):
    """Strength of each stroke and when its fall begins: soft ones and loud ones first, then what is judged."""
    low, high = PLAYERS[kind]["interval"]
    plan, time, phases = [], 1.0, []
    for strength in (0.4, 1.0):
        begin = time - 0.45
        for _ in range(CALIBRATION):
            plan.append((time, strength * chance.uniform(0.9, 1.1)))
            time += max(high, 0.5) * chance.uniform(0.95, 1.1)
        phases.append((begin, time - 0.1))
        time += 1.0
    for _ in range(JUDGED):
        strength = chance.choice((0.4, 0.55, 0.7, 0.85, 1.0))
        plan.append((time, strength * chance.uniform(0.9, 1.1)))
        time += chance.uniform(low, high)
    return plan, phases, time + 1


def motion(kind, chance):
    """The path of the hand, its acceleration and turn every STEP, and when each stroke was meant."""
    player = PLAYERS[kind]
    draw = lambda name: chance.uniform(*player[name])
    fall, height, arm = draw("fall"), draw("height"), draw("arm")
    spring, rebound = 2 * math.pi * draw("spring"), draw("rebound")
    plan, phases, length = strokes(kind, chance)
    rest = height * 0.25
    follow = 2 * math.pi * chance.uniform(2.5, 4)
    hand, place, speed, free = Hand(rest), rest, 0.0, 0.0
    speed_of_fall, depth_of_fall = 1.0, 1.0 / spring
    frames, meant, touch, peak, next_one, falls = [], [], None, (0, 0), 0, False
    for step in range(int(length / STEP)):
        time = step * STEP
        if not falls and next_one < len(plan):
            begin, strength = plan[next_one]
            # The quicker, the smaller.
            size = height * strength * min(1, (begin - free) / 0.12) ** 1.5
            if time >= begin:
                hand.go(time, time + fall * chance.uniform(0.92, 1.08), place, -size * 0.35)
                falls = True
            elif hand.goal != size + rest and (begin - time < 0.3 or begin - free < 0.3):
                hand.go(time, begin, place, size + rest)
        wanted, wanted_speed, wanted_force = hand.at(time)
        # Below the plane and just after it a hand gives way: it does not push on with all its force.
        given = 0.3 if place < 0 else min(1.0, 0.3 + 0.7 * (time - free) / 0.1)
        force = given * (wanted_force + follow**2 * (wanted - place) + 1.6 * follow * (wanted_speed - speed))
        stop = 0.0
        if place < 0:
            hard = spring**2 * (-place) ** 1.5 / math.sqrt(depth_of_fall)
            stop = max(0.0, hard * (1 - 1.5 * (1 - rebound) * speed / max(speed_of_fall, 0.1)))
        before = place
        speed += (force + stop) * STEP
        place += speed * STEP
        if falls and touch is None and before >= 0 > place:
            touch, peak = time, (0, time)
            speed_of_fall, depth_of_fall = max(-speed, 0.05), max(-speed, 0.05) / spring
        if touch is not None:
            peak = max(peak, (force + stop, time))
            if speed >= 0:
                meant.append((touch if kind == "knee" else (peak[1] + time) / 2, peak[0]))
                touch, falls, free, next_one = None, False, time, next_one + 1
                hand.go(time, time + 0.2, place, rest)
        frames.append((force + stop, speed, place))
    return frames, meant, phases, arm, plan


def sensed(kind, rate, frames, arm, chance):
    """What a phone's browser reports: milliseconds and m/s² along its three axes."""
    player = PLAYERS[kind]
    has_gravity = player.get("has_gravity", False)
    grip = [chance.gauss(0, 0.12), chance.gauss(0, 0.12), 1.0]
    norm = math.sqrt(sum(part * part for part in grip))
    grip = [part / norm for part in grip]
    leak = 1.0 if has_gravity else chance.uniform(0.02, 0.06)
    grid = 0.1 if rate == 60 else 0.01  # Chromium rounds to 0.1
    reach = 78.5 if rate == 100 else 39.2 * 2
    smooth = 1 - math.exp(-2 * math.pi * 90 * STEP)  # the chip's own low pass, 90 Hz
    sway_rate, phase = chance.uniform(1.6, 2.3), chance.uniform(0, 6)
    kept, samples = [0.0, 0.0, 0.0], []
    due = chance.uniform(0, 1 / rate)
    lag = chance.uniform(0.001, 0.003)
    for step, (force, speed, place) in enumerate(frames):
        time = step * STEP
        turn = place / arm
        sway = player["sway"] * math.sin(2 * math.pi * sway_rate * time + phase)
        pull = speed * speed / arm
        down = [0.0, leak * GRAVITY * math.sin(turn + 0.3), leak * GRAVITY * math.cos(turn + 0.3)]
        true = [force * grip[0] + 0.15 * sway, force * grip[1] + pull + 0.4 * sway + down[1],
                force * grip[2] + sway + down[2]]
        kept = [old + smooth * (new - old) for old, new in zip(kept, true)]
        if time < due:
            continue
        due += 1 / rate
        values = [min(max(value + chance.gauss(0, 0.08), -reach), reach) for value in kept]
        # The stamp is the event's: a little late, and now and then a good deal.
        late = lag + abs(chance.gauss(0, 0.0008)) + (0.006 if chance.random() < 0.01 else 0)
        samples.append([round((time + late) * 1000, 1)] + [round(round(value / grid) * grid, 2) for value in values])
    return samples


def trace(kind, rate, seed):
    chance = random.Random(f"{kind} {seed}")
    frames, meant, phases, arm, plan = motion(kind, chance)
    if len(meant) != len(plan):
        raise SystemExit(f"{kind} {seed}: {len(meant)} strokes of {len(plan)} came about")
    loudest = max(force for _, force in meant)
    samples = sensed(kind, rate, frames, arm, random.Random(f"{kind} {rate} {seed}"))
    return {
        "player": kind, "rate": rate, "seed": seed,
        "soft": [round(1000 * time) for time in phases[0]], "loud": [round(1000 * time) for time in phases[1]],
        "strokes": [[round(1000 * time, 1), round(force / loudest, 3)] for time, force in meant[2 * CALIBRATION:]],
        "samples": samples,
    }


def main():
    folder, seed = sys.argv[1], int(sys.argv[2])
    for kind in PLAYERS:
        for rate in (60, 100):
            with open(f"{folder}/{kind}-{rate}.json", "w", encoding="utf-8") as file:
                file.write(json.dumps(trace(kind, rate, seed), separators=(",", ":")).replace("],[", "],\n["))


if __name__ == "__main__":
    main()
