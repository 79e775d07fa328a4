import Commands
import MusicalTime
import Playback
import Rhythm
import Sequencing

/// Makes steps of what is played.
struct PatternRecording: Sendable {
  private var recorder = Recorder()
  /// What is recorded into, as it was when it was looked at or followed last.
  private var place: RecordedPlace?
  /// The pass that changed the patch last, what it made of it, and how many changes led there.
  private var last: (pass: Int, patch: Patch, changes: Int)?

  mutating func perform(
    _ recording: RecordingCommand, as command: Command, in played: inout PlayedDocument
  ) throws(CommandError) -> Reply {
    switch recording {
    case .record(let isOn): try record(isOn, in: &played)
    case .erase(let drum, let isHeld):
      // A pad that was pressed before the song began is let go while it plays.
      if isHeld { try Self.checkPattern(of: played.patch) }
      recorder.erase(Voice(drum), isHeld)
    default:
      try played.edit(command.undoName, group: command.group) { patch in
        recording.apply(to: &patch)
      }
      if case .mode(let mode) = recording, !recorder.isOn {
        return .remark(
          .warning(text: "recording is off, and will \(mode.rawValue): `record on` begins"))
      }
    }
    return .done
  }

  /// A command left the patch as `patch`: what is recorded into is the same pattern, wherever that was moved and
  /// whatever it is called.
  mutating func follow(_ patch: Patch) { place?.follow(patch) }

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
    recorder.settings = played.patch.recording
    let refusals = recorder.refusals
    let here = RecordedPlace(in: played, now, after: place)
    var failures = look(at: here, strokes, now, in: &played)
    guard let here, let target = here.target(in: played.patch) else {
      return failures + endBySong(in: &played)
    }
    for stroke in strokes where !here.isBefore(stroke) { hear(stroke) }
    var takes: [Recorder.Take] = []
    if now.isRolling {
      takes = recorder.advance(
        heard: now.heard, planned: min(now.planned, here.end ?? now.planned),
        since: max(now.began, here.entry ?? now.began), in: target)
    } else if !now.isCountingIn, let take = recorder.rest(in: target) {
      takes = [take]
    }
    for (voice, error) in recorder.refusals.sorted(by: { $0.key.key < $1.key.key })
    where refusals[voice] == nil {
      failures.append(Self.refusal(of: voice, error))
    }
    for take in takes {
      do throws(CommandError) { try keep(take, of: here, in: &played) } catch {
        failures.append(error)
      }
    }
    return failures
  }

  /// What is said where a hit of `voice` could not be written.
  private static func refusal(of voice: Voice, _ error: PatternError) -> CommandError {
    if case .laneCount = error {
      return CommandError(
        "record: \(voice) is left out: the pattern has \(Pattern.mostLanes) lanes already")
    }
    return CommandError("record: hits of \(voice) are left out: \(error)")
  }

  private mutating func hear(_ stroke: HeardHit) {
    recorder.hear(LiveStroke(Voice(stroke.hit.drum), stroke.hit.velocity, at: stroke.hit.beat))
  }

  /// Notes what is recorded into. Strokes that still wait were played in what was recorded into before, and
  /// are kept there; returns what could not be.
  private mutating func look(
    at here: RecordedPlace?, _ strokes: [HeardHit], _ now: EngineStatus,
    in played: inout PlayedDocument
  ) -> [CommandError] {
    guard place?.isSame(as: here) != true else {
      place = here
      return []
    }
    let former = place
    place = here
    guard let former else { return [] }
    // Without a place it is the song that is heard now.
    let handover: Beats? = here == nil ? former.handover(now) : here?.entry
    if let handover { for stroke in strokes where stroke.hit.beat < handover { hear(stroke) } }
    guard let target = former.target(in: played.patch) else {
      // The pattern is gone, and what was played in it.
      _ = recorder.rest(in: RecordingTarget(.empty))
      return []
    }
    guard let take = recorder.rest(in: target) else { return [] }
    do throws(CommandError) { try keep(take, of: former, in: &played) } catch { return [error] }
    return []
  }

  private mutating func record(
    _ isOn: Bool, in played: inout PlayedDocument
  ) throws(CommandError) {
    guard isOn != recorder.isOn else { return }
    // Asked first: what was recorded, and the recorder's state, cannot be taken back.
    guard played.engine.hasRoom else { throw EngineLink.busy }
    if isOn {
      try Self.checkPattern(of: played.patch)
      recorder.settings = played.patch.recording
      recorder.start()
    } else {
      var stopped = recorder
      let here = RecordedPlace(in: played, played.engine.status(), after: place)
      var failure: CommandError?
      if let here, let target = here.target(in: played.patch) {
        if let take = stopped.stop(in: target) {
          // Recording ends also where what was played has no room.
          do throws(CommandError) { try keep(take, of: here, in: &played) } catch {
            failure = error
          }
        }
      } else {
        _ = stopped.stop(in: RecordingTarget(.empty))
      }
      recorder = stopped
      if let failure {
        try played.setRecording(false)
        throw failure
      }
    }
    try played.setRecording(isOn)
  }

  /// Ends recording where the song has taken over, so that no stroke is lost while recording seems to be on; returns
  /// the line that says so.
  private mutating func endBySong(in played: inout PlayedDocument) -> [CommandError] {
    // A song that only plays out before a pattern takes over again does not end it.
    guard recorder.isOn, played.patch.playsSections, played.engine.hasRoom else { return [] }
    do throws(CommandError) { try played.setRecording(false) } catch { return [error] }
    _ = recorder.stop(in: RecordingTarget(.empty))
    return [
      CommandError(
        "record: the song plays, which cannot be recorded, so recording has ended: `song off` and "
          + "`record on` begin it again")
    ]
  }

  /// Makes a take the pattern: one change for all that a pass wrote, unless another came between.
  private mutating func keep(
    _ take: Recorder.Take, of place: RecordedPlace, in played: inout PlayedDocument
  ) throws(CommandError) {
    let edited = try place.replaced(by: take.pattern, in: played.patch)
    // Where changes between went there and back, the take would be undone with the last of them.
    if let last, last.pass == take.pass, last.patch == played.patch,
      last.changes == played.document.history.changeCount
    {
      try played.join(edited)
    } else {
      let erases = !recorder.isOn && !recorder.erased.isEmpty
      try played.make(PatchChange(erases ? "erase" : "record", to: edited))
    }
    last = (take.pass, played.patch, played.document.history.changeCount)
    self.place?.follow(played.patch)
  }

  private static func checkPattern(of patch: Patch) throws(CommandError) {
    guard patch.playsSections else { return }
    throw CommandError(
      "record: the song plays: `song off` lets a pattern play, which can be recorded")
  }
}
