import Commands
import MusicalTime
import Playback
import Rhythm
import Sequencing

/// Makes steps of what is played.
struct PatternRecording: Sendable {
  private var recorder = Recorder()
  /// What is recorded into, as it was when it was looked at last.
  private var place: Position?
  /// The pass that changed the patch last, and what it made of it.
  private var last: (pass: Int, patch: Patch)?

  /// What must not change within a pass.
  private struct Position: Sendable, Hashable {
    var pattern: String
    var number: Int
    var origin: Beats
  }

  mutating func perform(
    _ recording: RecordingCommand, as command: Command, in played: inout PlayedDocument
  ) throws(CommandError) -> Reply {
    switch recording {
    case .record(let isOn): try record(isOn, in: &played)
    case .erase(let drum, let isHeld):
      try Self.checkPattern(of: played.patch)
      recorder.erase(Voice(drum), isHeld)
    default:
      try played.edit(command.undoName, isStream: command.spec.isStream) { patch in
        recording.apply(to: &patch)
      }
      if case .mode(let mode) = recording, !recorder.isOn {
        return .remark(
          .warning(text: "recording is off, and will \(mode.rawValue): `record on` begins"))
      }
    }
    return .done
  }

  /// What is recorded and how.
  func status(_ patch: Patch, _ now: EngineStatus) -> RecordingStatus {
    RecordingStatus(
      patch, isOn: recorder.isOn, erased: recorder.erased, isCountingIn: now.isCountingIn)
  }

  /// Takes what the hand has struck and lets the recorder know where the song is, as the engine stood
  /// before; returns what could not be kept.
  mutating func record(
    _ strokes: [HeardHit], at now: EngineStatus, in played: inout PlayedDocument
  ) -> [CommandError] {
    let patch = played.patch
    recorder.settings = patch.recording
    let target = RecordingTarget(patch, now)
    let homeless = recorder.homeless
    look(at: patch, now, target)
    guard !patch.playsSong else { return [] }
    for stroke in strokes {
      let hit = stroke.hit
      recorder.hear(LiveStroke(Voice(hit.drum), hit.velocity, at: hit.beat))
    }
    var takes: [Recorder.Take] = []
    if now.isRolling {
      takes = recorder.advance(
        heard: now.heard, planned: now.planned, since: now.began, in: target)
    } else if !now.isCountingIn, let take = recorder.rest(in: target) {
      takes = [take]
    }
    var failures: [CommandError] = []
    for voice in recorder.homeless.subtracting(homeless).sorted(by: { $0.key < $1.key }) {
      failures.append(
        CommandError(
          "record: \(voice) is left out: the pattern has \(Pattern.mostLanes) lanes already"))
    }
    for take in takes {
      do throws(CommandError) { try keep(take, in: &played) } catch { failures.append(error) }
    }
    return failures
  }

  /// Notes what is recorded into. Strokes that still wait belong to another pattern than before, and are
  /// lost with it.
  private mutating func look(at patch: Patch, _ now: EngineStatus, _ target: RecordingTarget) {
    let here = Position(pattern: patch.pattern.name, number: patch.selected, origin: now.origin)
    guard place != here || patch.playsSong else { return }
    if place != nil { _ = recorder.rest(in: target) }
    place = here
  }

  private mutating func record(
    _ isOn: Bool, in played: inout PlayedDocument
  ) throws(CommandError) {
    guard isOn != recorder.isOn else { return }
    if isOn {
      try Self.checkPattern(of: played.patch)
      recorder.settings = played.patch.recording
      recorder.start()
    } else {
      var stopped = recorder
      let target = RecordingTarget(played.patch, played.engine.status())
      if let take = stopped.stop(in: target) { try keep(take, in: &played) }
      recorder = stopped
    }
    try played.setRecording(isOn)
  }

  /// Makes a take the pattern: one change for all that a pass wrote, unless another came between.
  private mutating func keep(
    _ take: Recorder.Take, in played: inout PlayedDocument
  ) throws(CommandError) {
    var edited = played.patch
    edited.pattern = take.pattern
    if let last, last.pass == take.pass, last.patch == played.patch {
      try played.join(edited)
    } else {
      let erases = !recorder.isOn && !recorder.erased.isEmpty
      try played.make(PatchChange(erases ? "erase" : "record", to: edited))
    }
    last = (take.pass, played.patch)
  }

  private static func checkPattern(of patch: Patch) throws(CommandError) {
    guard patch.playsSong else { return }
    throw CommandError(
      "record: the song plays: `song off` lets a pattern play, which can be recorded")
  }
}

extension RecordingTarget {
  fileprivate init(_ patch: Patch, _ now: EngineStatus) {
    self.init(
      patch.pattern, groove: patch.pattern.groove ?? patch.groove ?? .straight, origin: now.origin)
  }
}
