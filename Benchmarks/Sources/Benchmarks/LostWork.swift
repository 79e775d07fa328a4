import Commands
import Control
import Foundation
import GhostnoteTesting
import MusicalTime
import PatchFiles
import Rhythm

/// What kill −9 takes while somebody edits and saves.
///
/// `GHOSTNOTE_KILLS` says how often (300 unless told).
enum LostWork {
  /// What one death left.
  private struct Loss {
    /// Why the patch can't be read; nil where it can.
    var unreadable: String?
    /// Seconds from the first edit that is lost to the end; 0 where none is.
    var seconds = 0.0
    var leftovers: [String] = []
  }

  static func measure() throws -> [Figure] {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["GHOSTNOTE_KILLS"].flatMap(Int.init) ?? 300
    var dice = SplitMix64(seed: 1)
    var losses: [Loss] = []
    for round in 0..<count {
      let folder = Places.scratch.appending(path: "kill-\(round)", directoryHint: .isDirectory)
      losses.append(try kill(in: folder, using: &dice))
      try? FileManager.default.removeItem(at: folder)
    }
    let unreadable = losses.compactMap(\.unreadable)
    let longest = losses.map(\.seconds).max() ?? 0
    let leftovers = losses.flatMap(\.leftovers)
    return [
      Figure(
        what: "kill −9 while editing and saving, \(count) ×: patches unreadable; the most of edits "
          + "lost, s; files left over after the next start and save",
        bar: "0; ≤ 2; 0",
        ours: "\(unreadable.count)\(unreadable.first.map { " (\($0))" } ?? ""); "
          + "\(longest.digits(2)); \(leftovers.count)"
          + (leftovers.first.map { " (\($0))" } ?? ""),
        passes: unreadable.isEmpty && longest <= 2 && leftovers.isEmpty)
    ]
  }

  /// Edits and saves until a random moment, then starts again and looks at what is there.
  private static func kill(in folder: URL, using dice: inout SplitMix64) throws -> Loss {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "mine.json").path
    var patch = try PatchFile.load(Places.root.appending(path: "Patches/funk.json").path)
    // A tempo that no edit sets, so that the file before the first save is not taken for an edit that was kept.
    patch.tempo = Tempo(clampingBPM: 30)
    try PatchFile.save(patch, to: file)
    let first = try session(file, folder)
    // Each edit is another tempo, so that the last one that is kept says which are not.
    var edits: [(tempo: Int, at: ContinuousClock.Instant)] = []
    let end = ContinuousClock.now + .milliseconds(Int.random(in: 0...3_500, using: &dice))
    while ContinuousClock.now < end {
      let tempo = 40 + edits.count % 250
      // Taken at the latest when it is typed.
      edits.append((tempo, .now))
      first.type("tempo \(tempo)")
      if dice.once(in: 6) { first.type("save") }
      usleep(.random(in: 0...30_000, using: &dice))
    }
    first.program.signal(SIGKILL)
    let death = ContinuousClock.now
    _ = first.program.finish()
    var loss = try look(at: file, in: folder, edits, death)
    loss.leftovers = try leftovers(after: file, in: folder)
    return loss
  }

  private static func look(
    at file: String, in folder: URL, _ edits: [(tempo: Int, at: ContinuousClock.Instant)],
    _ death: ContinuousClock.Instant
  ) throws -> Loss {
    var loss = Loss()
    var kept: [Int] = []
    for path in [file] + recovered(in: folder) {
      do throws(PatchError) {
        let tempo = try PatchFile.load(path).tempo.bpm
        kept.append(edits.lastIndex { $0.tempo == Int(tempo.rounded()) } ?? -1)
      } catch { loss.unreadable = "\(error)" }
    }
    let next = (kept.max() ?? -1) + 1
    if next < edits.count { loss.seconds = edits[next].at.duration(to: death) / .seconds(1) }
    return loss
  }

  /// What the next start, its `recover` and its `save` leave beside the patch.
  private static func leftovers(after file: String, in folder: URL) throws -> [String] {
    let next = try session(file, folder)
    next.type("recover")
    next.type("tempo 39")
    next.type("save")
    guard next.status(where: { !$0.isEdited && $0.tempoBPM == 39 }) != nil else {
      return ["not saved: \(next.program.errors.suffix(200))"]
    }
    next.end()
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (files ?? []).filter { !["mine.json", "state", "state/ghostnote"].contains($0) }
  }

  private static func recovered(in folder: URL) -> [String] {
    let state = folder.appending(path: "state").path
    let files = FileManager.default.enumerator(atPath: state)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".json") }.map { "\(state)/\($0)" }
  }

  private static func session(_ file: String, _ folder: URL) throws -> Session {
    let session = Session(
      program: try Spawned(
        "\(Places.root.path)/\(Places.ghostnote)",
        ["run", "--control", "stdin", "--audio", "silent", "--midi", "none", file],
        environment: [
          ("XDG_STATE_HOME", "\(folder.path)/state"), ("XDG_DATA_HOME", "/nonexistent"),
        ]))
    guard session.isReady() else {
      throw Failure("no daemon: \(session.program.errors.suffix(300))")
    }
    return session
  }
}
