public import MusicalTime
public import Rhythm

/// Makes steps of what is played to a pattern while it plays, and empties lanes that are held.
///
/// A pass lasts from where it begins to the end of the pattern's loop, and what belongs to one pass
/// is told as one. Of two strokes that fall on one marker the harder stays, whichever pass it is of.
public struct Recorder: Sendable {
  /// From the next stroke on.
  public var settings: RecordingSettings
  /// Whether strokes become steps.
  public private(set) var isOn = false
  /// The voices whose steps are taken out as the song comes by.
  public private(set) var erased: Set<Voice> = []

  /// Counts the passes, so that one can be told from the next.
  private var pass = 0
  /// Whether the next thing that comes by begins a pass.
  private var isFresh = true
  /// Which time round the pattern the pass is in.
  private var round: Int64 = 0
  /// The beat it began on.
  private var began = Beats.zero
  /// The beat heard last, and the one before which the song has come by; nil while it rests.
  private var reached: (heard: Beats, planned: Beats)?
  /// Strokes whose steps are still to come: they would sound again at once.
  private var waiting: [LiveStroke] = []
  /// The voices that were struck in this pass.
  private var struck: Set<Voice> = []
  /// The steps that this pass wrote.
  private var written: Set<Written> = []

  private struct Written: Hashable {
    let voice: Voice
    let step: Int
  }

  /// What a pass has made of the pattern so far.
  public struct Take: Sendable, Hashable {
    /// Which pass it was; another number is another pass.
    public let pass: Int
    public let pattern: Pattern
  }

  public init(_ settings: RecordingSettings = RecordingSettings()) { self.settings = settings }

  /// Whether the song coming by changes anything.
  public var isBusy: Bool { isOn || !erased.isEmpty }

  /// Lets strokes become steps from now on.
  public mutating func start() {
    guard !isOn else { return }
    isOn = true
    isFresh = true
  }

  /// Ends the pass; answers what it still had to write, or nil.
  public mutating func stop(in target: RecordingTarget) -> Take? {
    guard isOn else { return nil }
    isOn = false
    var edited = target
    writeAll(in: &edited)
    isFresh = true
    return take(edited.pattern, from: target.pattern)
  }

  /// Takes the steps of `voice` out as the song comes by, until it is let go of.
  public mutating func erase(_ voice: Voice, _ isHeld: Bool) {
    if isHeld {
      if !isBusy { isFresh = true }
      erased.insert(voice)
    } else {
      erased.remove(voice)
    }
  }

  /// Takes a stroke of the hand.
  public mutating func hear(_ stroke: LiveStroke) { if isOn { waiting.append(stroke) } }

  /// The song has come by: it is heard at `heard`, before which no further stroke will fall, and
  /// decided before `planned`; it began to roll, or to go on after a jump, at `start`. Answers what
  /// the passes made of the pattern, the later last.
  public mutating func advance(
    heard: Beats, planned: Beats, since start: Beats, in target: RecordingTarget
  ) -> [Take] {
    let before = reached
    reached = (heard, planned)
    guard isBusy else { return [] }
    let entry = min(start, heard)
    if isFresh || before == nil { begin(at: before?.heard ?? entry, in: target) }
    let last = before ?? (entry, entry)
    var takes: [Take] = []
    var edited = target
    // A clock that is followed may step back a little; what goes farther is a jump. Whoever jumps
    // ahead begins there; a song that began earlier has only gone on while nobody looked.
    let isAhead = last.heard + Beats(4) < heard
    let hasJumped =
      heard < last.heard - Beats(1, over: 4) || isAhead && last.heard < start
    if hasJumped || round(of: heard, in: target) > round {
      let end = target.origin + target.pattern.length * (round + 1)
      write(due: end, in: &edited)
      if hasJumped {
        writeAll(in: &edited)
      } else {
        clear(from: last.planned, to: max(end, last.planned), before: end, in: &edited)
      }
      if let take = take(edited.pattern, from: target.pattern) { takes.append(take) }
      begin(at: hasJumped ? entry : max(end, began), in: target)
    }
    let begun = edited.pattern
    let from = hasJumped ? entry : last.planned
    write(due: planned, in: &edited)
    let end = target.origin + target.pattern.length * (round + 1)
    clear(from: from, to: planned, before: end, in: &edited)
    if let take = take(edited.pattern, from: begun) { takes.append(take) }
    return takes
  }

  /// The song rests, or begins elsewhere: the pass ends; answers what it still had to write, or nil.
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
    round = round(of: beat, in: target)
  }

  private func round(of beat: Beats, in target: RecordingTarget) -> Int64 {
    (beat - target.origin).dividedRoundingDown(by: target.pattern.length)
  }

  private func take(_ pattern: Pattern, from before: Pattern) -> Take? {
    pattern == before ? nil : Take(pass: pass, pattern: pattern)
  }

  /// Writes the strokes of this pass whose steps were due before `planned`.
  private mutating func write(due planned: Beats, in target: inout RecordingTarget) {
    var left: [LiveStroke] = []
    for stroke in waiting {
      guard let place = target.place(of: stroke, quantising: settings.quantising) else { continue }
      if place.due < planned, place.round <= round {
        write(stroke, place, in: &target)
      } else {
        left.append(stroke)
      }
    }
    waiting = left
  }

  private mutating func writeAll(in target: inout RecordingTarget) {
    for stroke in waiting {
      guard let place = target.place(of: stroke, quantising: settings.quantising) else { continue }
      write(stroke, place, in: &target)
    }
    waiting = []
  }

  private mutating func write(
    _ stroke: LiveStroke, _ place: StepPlace, in target: inout RecordingTarget
  ) {
    let voice = stroke.voice
    if settings.mode == .replace, struck.insert(voice).inserted {
      // The pass came by here before it was known that the lane is played anew.
      let through = reached?.planned ?? stroke.beat
      clear([voice], from: began, to: through, in: &target)
    }
    let key = Written(voice: voice, step: place.step)
    let there = target.pattern.lane(of: voice)?.steps[place.step]
    let isReplaced = settings.mode == .replace && !written.contains(key)
    if let there, !isReplaced, there.velocity > place.written.velocity { return }
    do throws(PatternError) {
      try target.pattern.set(step: place.step, of: voice, to: place.written)
      written.insert(key)
    } catch {
      // A pattern that is full of lanes has no room for another voice.
    }
  }

  /// Takes out what the song came by: all of the erased voices, and when replacing what older passes
  /// wrote in the lanes that were struck, as far as the loop's end.
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
    // Clearing a step that was just found cannot fail.
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
