import Commands
import MusicalTime
import Playback
import Rhythm
import Sequencing

/// What is recorded into: the pattern that is heard. One that is asked for and waits is not played yet.
struct RecordedPlace: Sendable {
  /// The patch as it was looked at or followed; its patterns may be moved and renamed meanwhile.
  private var patch: Patch
  /// The index of the pattern in that.
  private var number: Int
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
    self.patch = patch
    heard = now.heard
    let playing = played.playing(at: now)
    let before = former?.index(in: patch)
    // What is heard is of the patch before until a switch that waits; its name may be another by now.
    let found: Int? =
      playing.heard.isSong
      ? nil : patch.number(ofPattern: playing.pattern.name) ?? before ?? patch.selected
    if let former, let before, before != found, now.isRolling, now.heard < now.origin,
      former.origin <= now.heard, now.began <= now.heard
    {
      // It is planned from its origin on, and until then the one before is heard.
      (number, origin, end) = (before, former.origin, now.origin)
      return
    }
    guard let found else { return nil }
    (number, origin) = (found, now.origin)
    if let former, before != found { entry = former.handover(now) }
  }

  /// The patch became `patch` by one command, or by what was recorded.
  mutating func follow(_ patch: Patch) {
    guard let number = index(in: patch) else { return }
    (self.patch, self.number) = (patch, number)
  }

  /// The index of the pattern in `patch`, wherever it is moved and whatever it is called; nil where it is missing.
  private func index(in patch: Patch) -> Int? {
    let pattern = self.patch.patterns[number]
    if let found = patch.number(ofPattern: pattern.name) { return found }
    // A rename leaves it in its place and as it is, under a name that no other had.
    guard patch.patterns.indices.contains(number) else { return nil }
    var renamed = patch.patterns[number]
    guard self.patch.number(ofPattern: renamed.name) == nil else { return nil }
    renamed.name = pattern.name
    return renamed == pattern ? number : nil
  }

  /// The beat from which what took over from it is heard, where the engine stands so.
  func handover(_ now: EngineStatus) -> Beats { max(now.origin, min(heard, now.heard)) }

  /// Whether it is the same pass of the same pattern.
  func isSame(as other: RecordedPlace?) -> Bool {
    guard let other, origin == other.origin else { return false }
    return index(in: other.patch) == other.number
  }

  /// Whether a stroke fell before the pattern was heard.
  func isBefore(_ stroke: HeardHit) -> Bool { entry.map { stroke.hit.beat < $0 } ?? false }

  /// What the recorder needs of it; nil where the pattern is gone.
  func target(in patch: Patch) -> RecordingTarget? {
    guard let number = index(in: patch) else { return nil }
    let found = patch.patterns[number]
    return RecordingTarget(
      found, groove: found.groove ?? patch.groove ?? .straight, origin: origin)
  }

  /// `patch` with `pattern` in place of what is recorded into.
  func replaced(by pattern: Pattern, in patch: Patch) throws(CommandError) -> Patch {
    var edited = patch
    guard let number = index(in: patch), number != patch.selected else {
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
