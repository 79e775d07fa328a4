import Foundation
import GhostnoteTesting

/// Hours of virtual time with everything on, on the real machine, engine, drummer and synthesizer.
///
/// `GHOSTNOTE_SOAK_HOURS` says how many virtual hours (8 unless told), `GHOSTNOTE_SOAK_SEED` which.
enum Soak {
  static func measure() throws -> [Figure] {
    let environment = ProcessInfo.processInfo.environment
    let hours = environment["GHOSTNOTE_SOAK_HOURS"].flatMap(Double.init) ?? 8
    let seed = environment["GHOSTNOTE_SOAK_SEED"].flatMap(UInt64.init) ?? 1
    let tally = try blocking { try await SoakSession(seed: seed).play(hours: hours) }
    let what = "soak, \(hours.digits(1)) h of virtual time, seed \(seed)"
    return clockAndNotes(tally, what) + others(tally, what) + memory(tally, what, hours)
  }

  private static func clockAndNotes(_ tally: SoakTally, _ what: String) -> [Figure] {
    [
      Figure(
        what: "\(what): ticks slipped for followers; while following (phases; ticks sent)",
        bar: "0; 0",
        ours: "\(tally.slippedLeading); \(tally.slippedFollowing) "
          + "(\(tally.phases); \(tally.ticks))",
        passes: tally.slippedLeading + tally.slippedFollowing == 0),
      Figure(
        what: "\(what): notes stuck; note-offs too many; strays on the clock (notes)",
        bar: "0; 0; 0",
        ours: "\(tally.stuck); \(tally.strayNotes); \(tally.strayClocks) (\(tally.notes))",
        passes: tally.stuck + tally.strayNotes + tally.strayClocks == 0),
      Figure(
        what: "\(what): cues, hits, messages dropped; bars starved", bar: "0, 0, 0; 0",
        ours: "\(tally.droppedCues), \(tally.droppedHits), \(tally.droppedMessages); "
          + "\(tally.starvedBars)",
        passes: tally.droppedCues + tally.droppedHits + tally.droppedMessages
          + tally.starvedBars == 0),
    ]
  }

  private static func others(_ tally: SoakTally, _ what: String) -> [Figure] {
    [
      Figure(
        what: "\(what): listeners with a note stuck; with other ticks; clients not connected again "
          + "(listeners, pads that came)",
        bar: "0; 0; 0",
        ours: "\(tally.stuckListeners); \(tally.slippedListeners); \(tally.forgotten) "
          + "(\(tally.listeners), \(tally.pads))",
        passes: tally.stuckListeners + tally.slippedListeners + tally.forgotten == 0),
      Figure(
        what: "\(what): blocks refused to the driver whose turn it was (deaths of the server; "
          + "losses of 1 to 3 cycles)",
        bar: "0", ours: "\(tally.refusedBlocks) (\(tally.deaths); \(tally.lostCycles))",
        passes: tally.refusedBlocks == 0),
      Figure(
        what: "\(what): lines carried out, refused", bar: "told, not judged",
        ours: "\(tally.lines), \(tally.refused)"),
    ]
  }

  private static func memory(_ tally: SoakTally, _ what: String, _ hours: Double) -> [Figure] {
    let minutes = settlingMinutes(of: hours).digits(1)
    let growth = tally.growth
    return [
      Figure(
        what: "\(what): the most memory at rest, each \(minutes) minutes, MB resident (in use)",
        bar: "told, not judged",
        ours: tally.quarters.map { "\($0.resident.digits(1)) (\($0.heap.digits(1)))" }
          .joined(separator: ", ")),
      Figure(
        what: "\(what): how much more that is after the first \(minutes) minutes, MB",
        bar: "≤ 1",
        ours: growth.map { "\($0.resident.digits(2)) (\($0.heap.digits(2)))" } ?? "not measured",
        passes: growth.map { $0.resident <= 1 } ?? false),
    ]
  }

  /// How long memory may take to settle: a quarter of an hour, or of a run shorter than an hour.
  static func settlingMinutes(of hours: Double) -> Double { min(15, hours * 60 / 4) }

  /// Runs `body` to its end on a thread that has nothing else to do.
  static func blocking<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let done = DispatchSemaphore(value: 0)
    let result = Locked<Result<Value, any Error>?>(nil)
    Task {
      do {
        let value = try await body()
        result.value = .success(value)
      } catch {
        result.value = .failure(error)
      }
      done.signal()
    }
    done.wait()
    guard let outcome = result.value else { throw Failure("the soak has no result") }
    return try outcome.get()
  }
}
