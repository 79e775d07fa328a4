import Control
import Drummer
import FluidSynthesizer
import Foundation
import GhostnoteTesting
import Instrument
import MIDI
import MusicalTime
import Playback
import RealTime
import Rhythm

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
    return [
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
      Figure(
        what: "\(what): memory at most in the first "
          + "\(settlingMinutes(of: hours).digits(1)) minutes, at most after that, MB",
        bar: "within 1", ours: "\(tally.settled.digits(1)), \(tally.most.digits(1))",
        passes: tally.most - tally.settled <= 1),
      Figure(
        what: "\(what): lines carried out, refused", bar: "told, not judged",
        ours: "\(tally.lines), \(tally.refused)"),
    ]
  }

  /// How long memory may take to settle: a quarter of an hour, or of a run shorter than an hour.
  static func settlingMinutes(of hours: Double) -> Double { min(15, hours * 60 / 4) }

  /// Runs `body` to its end on a thread that has nothing else to do.
  private static func blocking<Value: Sendable>(
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

/// What a soak counted.
struct SoakTally: Sendable {
  var phases = 0
  var ticks = 0
  var slippedLeading = 0
  var slippedFollowing = 0
  var notes = 0
  var stuck = 0
  var strayNotes = 0
  var strayClocks = 0
  var droppedCues: Int64 = 0
  var droppedHits: Int64 = 0
  var droppedMessages: Int64 = 0
  var starvedBars: Int64 = 0
  var lines = 0
  var refused = 0
  /// The most resident memory in MB: while it may settle, and after that.
  var settled = 0.0
  var most = 0.0
}
