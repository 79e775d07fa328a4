import Commands
import MusicalTime
import Playback
import Rhythm
import Sequencing

/// What is being recorded.
struct Recording: Sendable {
  var recorder = Recorder()
  /// What is recorded into, as it was when it was looked at last.
  var place: Position?
  /// The pass that changed the patch last, and what it made of it.
  var last: (pass: Int, patch: Patch)?

  /// What must not change within a pass.
  struct Position: Sendable, Hashable {
    var pattern: String
    var number: Int
    var origin: Beats
  }
}

extension Machine {
  func perform(_ recording: RecordingCommand, as command: Command) throws(CommandError) -> Reply {
    switch recording {
    case .record(let isOn): try record(isOn)
    case .erase(let drum, let isHeld):
      try checkPattern()
      self.recording.recorder.erase(Voice(drum), isHeld)
    default:
      var edited = patch
      recording.apply(to: &edited)
      try change(command.undoName, to: edited, isStream: command.spec.isStream)
    }
    return .done
  }

  /// What is recorded and how.
  func recordingStatus(_ now: EngineStatus) -> RecordingStatus {
    RecordingStatus(
      patch, isOn: recording.recorder.isOn, erased: recording.recorder.erased,
      isCountingIn: now.isCountingIn)
  }

  /// What the engine is to click with.
  func metronome(of patch: Patch) -> Metronome {
    Metronome(patch.metronome, isRecording: recording.recorder.isOn)
  }

  private func checkPattern() throws(CommandError) {
    guard patch.playsSong else { return }
    throw CommandError(
      "record: the song plays: `song off` lets a pattern play, which can be recorded")
  }

  private func record(_ isOn: Bool) throws(CommandError) {
    guard isOn != recording.recorder.isOn else { return }
    if isOn {
      try checkPattern()
      recording.recorder.settings = patch.recording
      recording.recorder.start()
    } else {
      var recorder = recording.recorder
      if let take = recorder.stop(in: target(engine.status())) { try keep(take) }
      recording.recorder = recorder
    }
    try send(.metronome(metronome(of: patch)))
  }

  /// Takes what the hand has struck and lets the recorder know where the song is, as the engine stood
  /// before; returns what could not be kept.
  func record(_ strokes: [HeardHit], at now: EngineStatus) -> [CommandError] {
    recording.recorder.settings = patch.recording
    let target = target(now)
    let place = Recording.Position(
      pattern: patch.pattern.name, number: patch.selected, origin: now.origin)
    var takes: [Recorder.Take] = []
    let homeless = recording.recorder.homeless
    if recording.place != place || patch.playsSong {
      // Strokes that still wait belong to another pattern, and are lost with it.
      if recording.place != nil { _ = recording.recorder.rest(in: target) }
      recording.place = place
    }
    guard !patch.playsSong else { return [] }
    for stroke in strokes {
      let hit = stroke.hit
      recording.recorder.hear(LiveStroke(Voice(hit.drum), hit.velocity, at: hit.beat))
    }
    if now.isRolling {
      takes = recording.recorder.advance(
        heard: now.heard, planned: now.planned, since: now.began, in: target)
    } else if !now.isCountingIn, let take = recording.recorder.rest(in: target) {
      takes = [take]
    }
    var failures: [CommandError] = []
    for voice in recording.recorder.homeless.subtracting(homeless).sorted(by: { $0.key < $1.key }) {
      failures.append(
        CommandError(
          "record: \(voice) is left out: the pattern has \(Pattern.mostLanes) lanes already"))
    }
    for take in takes {
      do throws(CommandError) { try keep(take) } catch { failures.append(error) }
    }
    return failures
  }

  private func target(_ now: EngineStatus) -> RecordingTarget {
    RecordingTarget(
      patch.pattern, groove: patch.pattern.groove ?? patch.groove ?? .straight, origin: now.origin)
  }

  /// Makes a take the pattern: one change for all that a pass wrote, unless another came between.
  private func keep(_ take: Recorder.Take) throws(CommandError) {
    var edited = patch
    edited.pattern = take.pattern
    if let last = recording.last, last.pass == take.pass, last.patch == patch {
      try adopt(edited, from: path)
      // It may have been saved in the middle of the pass.
      isEdited = true
    } else {
      let erases = !recording.recorder.isOn && !recording.recorder.erased.isEmpty
      try change(erases ? "erase" : "record", to: edited)
    }
    recording.last = (take.pass, patch)
  }
}
