public import MusicalTime
public import Rhythm

/// Records live hits into the playing pattern as steps, and erases lanes while requested.
///
/// A pass lasts until the end of the pattern's loop, and its changes are reported as one. Of two
/// hits on one marker the louder is kept, regardless of the pass.
public struct Recorder: Sendable {
  /// Applied from the next hit on.
  public var settings: RecordingSettings
  /// Whether hits are recorded.
  public private(set) var isOn = false
  /// The voices whose steps are erased as they are played.
  public private(set) var erased: Set<Voice> = []

  /// Counts passes, to distinguish them.
  private var pass = 0
  /// Whether the next event begins a pass.
  private var isFresh = true
  /// The pattern's loop in which the pass is, and the length that loops had as it began.
  private var loop: (round: Int64, length: Beats) = (0, .zero)
  /// The beat at which it began.
  private var began = Beats.zero
  /// The beat heard last, and the one up to which the song was planned; nil while stopped.
  private var reached: (heard: Beats, planned: Beats)?
  /// Hits whose steps are in the future: writing them now would play them again.
  private var waiting: [LiveStroke] = []
  /// The voices hit in this pass.
  private var struck: Set<Voice> = []
  /// The steps written in this pass.
  private var written: Set<Written> = []
  /// The voices with a hit that could not be written since recording began, and why.
  public private(set) var refusals: [Voice: PatternError] = [:]

  private struct Written: Hashable {
    let voice: Voice
    let step: Int
  }

  /// The changes of a pass to the pattern so far.
  public struct Take: Sendable, Hashable {
    /// The number of the pass; a different number is a different pass.
    public let pass: Int
    /// The changed pattern.
    public let pattern: Pattern
  }

  /// Off, with `settings`.
  public init(_ settings: RecordingSettings = RecordingSettings()) { self.settings = settings }

  /// Whether anything changes the pattern as the song plays.
  public var isBusy: Bool { isOn || !erased.isEmpty }

  /// Starts recording.
  public mutating func start() {
    guard !isOn else { return }
    isOn = true
    isFresh = true
    refusals = [:]
  }

  /// Ends the pass; returns the pending changes, or nil.
  public mutating func stop(in target: RecordingTarget) -> Take? {
    guard isOn else { return nil }
    isOn = false
    var edited = target
    writeAll(in: &edited)
    isFresh = true
    return take(edited.pattern, from: target.pattern)
  }

  /// Erases the steps of `voice` as they are played, while `isHeld`.
  public mutating func erase(_ voice: Voice, _ isHeld: Bool) {
    if isHeld {
      if !isBusy { isFresh = true }
      erased.insert(voice)
    } else {
      erased.remove(voice)
    }
  }

  /// Adds a live hit.
  public mutating func hear(_ stroke: LiveStroke) { if isOn { waiting.append(stroke) } }

  /// Advances the song: it is heard at `heard`, before which no further hit will occur, and planned
  /// up to `planned`; it began to roll, or continued after a jump, at `start`. Returns the changes
  /// of each pass, latest last.
  public mutating func advance(
    heard: Beats, planned: Beats, since start: Beats, in target: RecordingTarget
  ) -> [Take] {
    let before = reached
    reached = (heard, planned)
    guard isBusy else { return [] }
    let entry = min(start, heard)
    let last = before ?? (entry, start)
    // Loops of another length are counted differently.
    if isFresh || before == nil || target.pattern.length != loop.length {
      begin(at: max(last.heard, start), in: target)
    }
    // What is planned before `start` is not heard: the latency reaches back over it.
    let played = max(last.planned, start)
    var takes: [Take] = []
    var edited = target
    // A followed clock may step back or forward a little; a larger step is a jump. A step forward is
    // one only if the song began there; otherwise this was not called for a while.
    let little = Beats(1, over: 4)
    let hasJumped = heard < last.heard - little || last.heard + little < entry
    if hasJumped || round(of: heard, in: target) > loop.round {
      let end = endOfLoop(in: target)
      write(due: end, in: &edited)
      if hasJumped {
        writeAll(in: &edited)
      } else {
        clear(from: played, to: max(end, played), before: end, in: &edited)
      }
      if let take = take(edited.pattern, from: target.pattern) { takes.append(take) }
      begin(at: hasJumped ? start : max(end, began), in: target)
    }
    let begun = edited.pattern
    let from = hasJumped ? start : played
    write(due: planned, in: &edited)
    let end = endOfLoop(in: target)
    clear(from: from, to: planned, before: end, in: &edited)
    if let take = take(edited.pattern, from: begun) { takes.append(take) }
    return takes
  }

  /// The song stops or jumps: the pass ends; returns the pending changes, or nil.
  public mutating func rest(in target: RecordingTarget) -> Take? {
    guard reached != nil else { return nil }
    reached = nil
    isFresh = true
    var edited = target
    writeAll(in: &edited)
    return take(edited.pattern, from: target.pattern)
  }
}

extension Recorder {
  private mutating func begin(at beat: Beats, in target: RecordingTarget) {
    pass += 1
    isFresh = false
    struck = []
    written = []
    began = beat
    loop = (round(of: beat, in: target), target.pattern.length)
  }

  private func round(of beat: Beats, in target: RecordingTarget) -> Int64 {
    (beat - target.origin).dividedRoundingDown(by: target.pattern.length)
  }

  /// The beat on which the loop ends in which the pass is.
  private func endOfLoop(in target: RecordingTarget) -> Beats {
    target.origin + target.pattern.length * (loop.round + 1)
  }

  private func take(_ pattern: Pattern, from before: Pattern) -> Take? {
    pattern == before ? nil : Take(pass: pass, pattern: pattern)
  }

  /// Writes the hits of this pass whose steps were due before `planned`.
  private mutating func write(due planned: Beats, in target: inout RecordingTarget) {
    var left: [LiveStroke] = []
    for stroke in waiting {
      guard let step = target.quantised(stroke, by: settings.quantising) else { continue }
      if step.due < planned, step.round <= loop.round {
        write(stroke, step, in: &target)
      } else {
        left.append(stroke)
      }
    }
    waiting = left
  }

  private mutating func writeAll(in target: inout RecordingTarget) {
    for stroke in waiting {
      guard let step = target.quantised(stroke, by: settings.quantising) else { continue }
      write(stroke, step, in: &target)
    }
    waiting = []
  }

  private mutating func write(
    _ stroke: LiveStroke, _ quantised: QuantisedStep, in target: inout RecordingTarget
  ) {
    let voice = stroke.voice
    if settings.mode == .replace, struck.insert(voice).inserted {
      // This range was passed before it was known that the lane is recorded.
      let through = reached?.planned ?? stroke.beat
      clear([voice], from: began, to: through, in: &target)
    }
    let key = Written(voice: voice, step: quantised.step)
    let there = target.pattern.lane(of: voice)?.steps[quantised.step]
    let isReplaced = settings.mode == .replace && !written.contains(key)
    if let there, !isReplaced,
      there.velocity(accentedIn: target.pattern) > quantised.written.velocity
    {
      return
    }
    do throws(PatternError) {
      try target.pattern.set(step: quantised.step, of: voice, to: quantised.written)
      written.insert(key)
    } catch {
      // The pattern has no space for another lane, or the lane for another hit.
      refusals[voice] = error
    }
  }

  /// Erases the steps that were played: all of the erased voices and, in replace mode, those of
  /// earlier passes in lanes that were hit, up to the loop's end.
  private mutating func clear(
    from: Beats, to: Beats, before end: Beats, in target: inout RecordingTarget
  ) {
    for voice in erased {
      for step in steps(of: voice, from: from, to: to, in: target) {
        written.remove(Written(voice: voice, step: step))
        remove(step, of: voice, in: &target)
      }
    }
    guard settings.mode == .replace, isOn else { return }
    clear(struck, from: from, to: min(to, end), in: &target)
  }

  private func clear(
    _ voices: Set<Voice>, from: Beats, to: Beats, in target: inout RecordingTarget
  ) {
    for voice in voices {
      for step in steps(of: voice, from: from, to: to, in: target)
      where !written.contains(Written(voice: voice, step: step)) {
        remove(step, of: voice, in: &target)
      }
    }
  }

  private func remove(_ step: Int, of voice: Voice, in target: inout RecordingTarget) {
    // Clearing an existing step cannot fail.
    try? target.pattern.set(step: step, of: voice, to: nil)
  }

  private func steps(
    of voice: Voice, from: Beats, to: Beats, in target: RecordingTarget
  ) -> [Int] {
    guard target.pattern.lane(of: voice) != nil else { return [] }
    return LaneHearing(voice, in: target).steps(
      heardFrom: from - target.origin, to: to - target.origin)
  }
}

extension Step {
  /// Its velocity with the accent that `pattern` adds, before the marker's amplitude.
  fileprivate func velocity(accentedIn pattern: Pattern) -> Velocity {
    isAccented ? Velocity(clamping: Int(velocity.value) + pattern.accent) : velocity
  }
}
