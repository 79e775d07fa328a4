import Clock
import GhostnoteTesting
import MusicalTime

/// The error of the clock follower against simulated clocks, compared with two other algorithms on
/// the same ticks. The results do not depend on the machine.
enum ClockJitter {
  static func measure() -> [Figure] {
    clean() + shaken() + lumped(0.001, bar: 0.3) + lumped(0.005, bar: 0.8) + [sweep()] + step()
      + ramp()
      + astray("lost") { $0.lostOnceIn = 200 } + astray("doubled") { $0.doubledOnceIn = 200 }
      + long()
  }

  /// One clock as measured by all three.
  private struct Hearing {
    var follower = ClockFollower.started
    let ours: ClockTrial
    let mean: ClockTrial
    let loop: ClockTrial

    init(_ clock: SimulatedClock, beats: Int) {
      var meanOfTen = MeanOfTen()
      var fixedLoop = FixedLoop()
      ours = ClockTrial(clock, beats: beats, heardBy: &follower)
      mean = ClockTrial(clock, beats: beats, heardBy: &meanOfTen)
      loop = ClockTrial(clock, beats: beats, heardBy: &fixedLoop)
    }

    /// A row of the table, in milliseconds.
    func figure(_ what: String, bar: Double, _ size: (ClockTrial) -> Double) -> Figure {
      figure(what, bar: "≤ \(bar) ms", passes: size(ours) <= bar, size)
    }

    func figure(
      _ what: String, bar: String, passes: Bool, digits: Int = 3, _ size: (ClockTrial) -> Double
    ) -> Figure {
      Figure(
        what: "MIDI clock, \(what)", bar: bar, ours: size(ours).digits(digits),
        peer: "mean of 10: \(size(mean).digits(digits)), "
          + "jack_mclk_dump's loop: \(size(loop).digits(digits))", passes: passes)
    }
  }

  private static func clean() -> [Figure] {
    [20, 40, 60, 90, 120, 174, 240, 300].flatMap { bpm in
      let heard = Hearing(SimulatedClock(TempoCurve(bpm: bpm)), beats: 32)
      let what = "clean at \(bpm.digits(0)) bpm, phase p95 ms"
      return [
        heard.figure("\(what) from beat 2", bar: 1) { $0.p95(from: 2) },
        heard.figure("\(what) from beat 8", bar: 0.1) { $0.p95(from: 8) },
      ]
    }
  }

  private static func shaken() -> [Figure] {
    var clock = SimulatedClock(TempoCurve(bpm: 120))
    clock.jitter = 0.1
    let heard = Hearing(clock, beats: 400)
    let tempo = heard.follower.health.tempo.bpm
    return [
      heard.figure("120 bpm, ticks ±10 %, phase RMS ms from beat 4", bar: 0.25) {
        $0.rms(from: 4)
      },
      Figure(
        what: "MIDI clock, 120 bpm, ticks ±10 %, tempo at the end", bar: "120 ± 0.2 bpm",
        ours: tempo.digits(3), passes: (tempo - 120).magnitude <= 0.2),
    ]
  }

  private static func lumped(_ frame: Double, bar: Double) -> [Figure] {
    var clock = SimulatedClock(TempoCurve(bpm: 120))
    clock.frame = frame
    let heard = Hearing(clock, beats: 400)
    let what = "120 bpm, held to whole \((frame * 1_000).digits(0)) ms"
    return [
      heard.figure("\(what), phase RMS ms about the mean from beat 4", bar: bar) {
        $0.rms(from: 4, about: $0.mean(from: 4))
      },
      // A connection that is late by half a frame on average is late: no filter can know that from
      // ticks.
      Figure(
        what: "MIDI clock, \(what), mean ms from beat 4", bar: "the link's own lateness",
        ours: heard.ours.mean(from: 4).digits(3)),
    ]
  }

  private static func sweep() -> Figure {
    var astray: Int64 = 0
    var worst = 0.0
    let tempos = stride(from: 20.0, through: 300, by: 0.37)
    for bpm in tempos {
      var clock = SimulatedClock(TempoCurve(bpm: bpm))
      clock.frame = 0.005
      var follower = ClockFollower.started
      let trial = ClockTrial(clock, beats: 60, heardBy: &follower)
      astray += follower.health.ticksLost + follower.health.ticksDropped + follower.health.relocks
      if follower.position != .clockTick * (60 * 24 - 1) { astray += 1 }
      worst = max(worst, trial.rms(from: 4, about: trial.mean(from: 4)))
    }
    return Figure(
      what: "MIDI clock, \(Array(tempos).count) tempos of 20 to 300 bpm, held to whole 5 ms: "
        + "ticks lost, doubled or slipped", bar: "0",
      ours: "\(astray) (phase RMS \(worst.digits(3)) ms where ticks and frames beat slowest)",
      passes: astray == 0)
  }

  private static func step() -> [Figure] {
    // Between two ticks, which is harder than on one.
    let clock = SimulatedClock(TempoCurve(bpm: 120, beats: 16.017, to: 140))
    let heard = Hearing(clock, beats: 64)
    return [
      heard.figure("120 to 140 bpm at once, largest error ms after 2 beats", bar: 1) {
        $0.worst(from: 18.017)
      },
      hits("120 to 140 bpm at once", clock, beats: 64),
    ]
  }

  private static func ramp() -> [Figure] {
    let clock = SimulatedClock(TempoCurve(bpm: 100, beats: 16, rampBeats: 8, to: 160))
    let heard = Hearing(clock, beats: 64)
    return [
      heard.figure("100 to 160 bpm over 8 beats, largest error ms", bar: 2) {
        $0.worst(from: 4)
      },
      hits("100 to 160 bpm over 8 beats", clock, beats: 64),
    ]
  }

  private static func hits(_ what: String, _ clock: SimulatedClock, beats: Int) -> Figure {
    let hits = FollowedHits(clock, beats: beats)
    let worst = hits.errors.dropFirst(16).map(\.magnitude).max() ?? .nan
    return Figure(
      what: "MIDI clock, \(what): sixteenths played in blocks of 128", bar: "each once, in order",
      ours: "\(hits.sixteenths.count) of \(beats * 4), \(worst.digits(3)) ms off at most",
      passes: hits.isWhole && hits.sixteenths.count == beats * 4)
  }

  private static func astray(_ what: String, _ spoil: (inout SimulatedClock) -> Void) -> [Figure] {
    [0, 0.1].map { jitter in
      var clock = SimulatedClock(TempoCurve(bpm: 120), seed: 7)
      clock.jitter = jitter
      spoil(&clock)
      let beats = 100_000 / 24
      let shaking = jitter > 0 ? ", ticks ±10 %" : ""
      return slips(
        Hearing(clock, beats: beats), beats: beats,
        "1 tick in 200 \(what)\(shaking), 100,000 ticks")
    }
  }

  /// The error in whole ticks at the end.
  private static func slips(_ heard: Hearing, beats: Int, _ what: String) -> Figure {
    let slip = { (trial: ClockTrial) in
      (trial.mean(from: Double(beats) - 2) / (2_500.0 / 120)).rounded()
    }
    let worst = heard.ours.worst(from: 4)
    return heard.figure(
      "\(what): slip in ticks (ours off by \(worst.digits(3)) ms at most)", bar: "0, and < 10 ms",
      passes: slip(heard.ours) == 0 && worst < 10, digits: 0, slip)
  }

  private static func long() -> [Figure] {
    var clock = SimulatedClock(TempoCurve(bpm: 120), seed: 3)
    clock.jitter = 0.1
    let beats = 1_000_000 / 24
    let heard = Hearing(clock, beats: beats)
    let last = { (trial: ClockTrial) in trial.mean(from: Double(beats) - 1_000.0 / 24) }
    return [
      slips(heard, beats: beats, "ticks ±10 %, 1,000,000 ticks"),
      heard.figure(
        "ticks ±10 %, mean error ms of the last 1,000 of 1,000,000 ticks", bar: "within ± 0.1",
        passes: last(heard.ours).magnitude <= 0.1, last),
    ]
  }
}
