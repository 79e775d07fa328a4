import Commands
import MusicalTime
import Playback
import Rhythm
import Sequencing

/// What is recorded into: the pattern that is heard. One that is asked for and waits is not played yet.
struct RecordedPlace: Sendable {
  /// The pattern's name; patterns may be moved meanwhile.
  private let pattern: String
  /// The beat that its beginning falls on.
  private let origin: Beats
  /// The beat heard as it was looked at.
  private var heard: Beats
  /// Where another pattern was heard until now, the beat that this one began on.
  private(set) var entry: Beats?
  /// The beat that it ends on, where another is planned from there.
  private(set) var end: Beats?

  /// What was heard as the engine stood so, after `former`; nil where that is a song.
  init?(in played: PlayedDocument, _ now: EngineStatus, after former: RecordedPlace?) {
    let patch = played.patch
    let playing = played.playing(at: now)
    // It may have another name by now.
    let number = patch.number(ofPattern: playing.pattern.name) ?? patch.selected
    let found: String? = playing.heard.isSong ? nil : patch.patterns[number].name
    heard = now.heard
    if let former, former.pattern != found, now.isRolling, now.heard < now.origin,
      former.origin <= now.heard, now.began <= now.heard,
      patch.number(ofPattern: former.pattern) != nil
    {
      // It is planned from its origin on, and until then the one before is heard.
      (pattern, origin, end) = (former.pattern, former.origin, now.origin)
      return
    }
    guard let name = found else { return nil }
    pattern = name
    origin = now.origin
    if let former, former.pattern != name { entry = former.handover(now) }
  }

  /// The beat from which what took over from it is heard, where the engine stands so.
  func handover(_ now: EngineStatus) -> Beats { max(now.origin, min(heard, now.heard)) }

  /// Whether it is the same pass of the same pattern.
  func isSame(as other: RecordedPlace?) -> Bool {
    pattern == other?.pattern && origin == other?.origin
  }

  /// Whether a stroke fell before the pattern was heard.
  func isBefore(_ stroke: HeardHit) -> Bool { entry.map { stroke.hit.beat < $0 } ?? false }

  /// What the recorder needs of it; nil where the pattern is gone.
  func target(in patch: Patch) -> RecordingTarget? {
    guard let number = patch.number(ofPattern: pattern) else { return nil }
    let found = patch.patterns[number]
    return RecordingTarget(
      found, groove: found.groove ?? patch.groove ?? .straight, origin: origin)
  }

  /// `patch` with `pattern` in place of what is recorded into.
  func replaced(by pattern: Pattern, in patch: Patch) throws(CommandError) -> Patch {
    var edited = patch
    guard let number = patch.number(ofPattern: self.pattern), number != patch.selected else {
      edited.pattern = pattern
      return edited
    }
    var patterns = patch.patterns
    patterns[number] = pattern
    try CommandError.wrapping { () throws(PatchRuleError) in
      try edited.setPatterns(patterns, selected: patch.selected)
    }
    return edited
  }
}
