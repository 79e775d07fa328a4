import Foundation

/// Real minutes of the real daemon under a real jackd, with everything on that a night may bring.
///
/// `GHOSTNOTE_SOAK_MINUTES` says how many (30 unless told), `GHOSTNOTE_SOAK_SEED` which.
enum SoakReal {
  static func measure() throws -> [Figure] {
    let environment = ProcessInfo.processInfo.environment
    let minutes = environment["GHOSTNOTE_SOAK_MINUTES"].flatMap(Double.init) ?? 30
    let seed = environment["GHOSTNOTE_SOAK_SEED"].flatMap(UInt64.init) ?? 1
    let tally = try SoakNight(seed: seed).play(minutes: minutes)
    let what = "\(minutes.digits(1)) real minutes under jackd, seed \(seed)"
    return [
      Figure(
        what:
          "\(what): notes stuck at rest (rests whose end JACK did not see; notes heard; deaths of jackd; clients that came; SIGHUPs)",
        bar: "0",
        ours:
          "\(tally.stuck) (\(tally.unjudged); \(tally.notes); \(tally.deaths); \(tally.clients); "
          + "\(tally.hangUps))",
        passes: tally.stuck == 0),
      Figure(
        what: "\(what): hits, messages, cues dropped; bars starved; xruns and cycles missed",
        bar: "0, 0, 0; told; told",
        ours: "\(tally.droppedHits), \(tally.droppedMessages), \(tally.droppedCues); "
          + "\(tally.starvedBars); \(tally.losses)",
        passes: tally.droppedHits + tally.droppedMessages + tally.droppedCues == 0),
      Figure(
        what: "\(what): ends in good order; lines typed", bar: "yes; told",
        ours: "\(tally.endsWell ? "yes" : "no"); \(tally.lines)", passes: tally.endsWell),
      memory(tally, what),
    ]
  }

  private static func memory(_ tally: SoakNight.Tally, _ what: String) -> Figure {
    let growth = tally.resident.first.flatMap { first in
      tally.resident.dropFirst().max().map { $0 - first }
    }
    return Figure(
      what:
        "\(what): resident memory of its own at rest after the settling time, MB, and how much more later",
      bar: "≤ 1 more",
      ours: tally.resident.map { $0.digits(1) }.joined(separator: ", ")
        + "; \(growth?.digits(2) ?? "not measured")",
      passes: growth.map { $0 <= 1 } ?? false)
  }
}
