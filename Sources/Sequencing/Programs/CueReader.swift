public import MusicalTime
import Rhythm

/// Reads a program's cues in the order in which they are heard. Real-time: yes.
///
/// A heap holds the next hit of each stream, ordered by the earliest beat at which it can be heard:
/// its position minus the largest advance by offsets and looseness in this stream. So the cost of a
/// window is proportional to its hits, and cues wait only as long as their own stream requires.
public struct CueReader: ~Copyable {
  private var streams = StreamHeap()
  private var waiting = WaitingCues()
  /// The section entered last, and its repeat.
  private var section = 0
  private var round: Int64 = 0
  private var hasEnded = false
  /// Nothing before this beat is played.
  private var floor = Beats(units: .min)
  /// Hits at this position or later that would be heard before `floor` are played at `floor`.
  private var landing = Beats(units: .max)

  /// Hits decided so far, including those that wait for their beat.
  public var settled: UInt64 { @_noLocks get { waiting.added } }
  /// Cues dropped because too many waited for their beat.
  public var dropped: Int64 { @_noLocks get { waiting.dropped } }

  /// Empty: call `seek` first.
  public init() {}

  /// Moves to `beat`, from the program's beginning: what is heard there or later comes next. With
  /// `lands` (after a jump), hits at that position or later that would have been heard before are
  /// played immediately.
  @_noLocks public mutating func seek(
    to beat: Beats, in image: UnsafePointer<CompiledProgram>, lands: Bool
  ) {
    streams.removeAll()
    waiting.removeAll()
    hasEnded = false
    floor = beat
    landing = lands ? beat : Beats(units: .max)
    let first = unsafe beat - image.pointee.latest
    let from = first < Beats(units: 0) ? Beats(units: 0) : first
    section = unsafe image.pointee.sectionIndex(at: from, round: &round)
    unsafe enterSection(of: image)
  }

  /// The next cue heard before `end`, or nil.
  @_noLocks public mutating func next(
    before end: Beats, in image: UnsafePointer<CompiledProgram>, at tempo: Tempo, isFilling: Bool
  ) -> Cue? {
    unsafe lookAhead(to: end, in: image, at: tempo, isFilling: isFilling)
    guard let first = waiting.firstBeat, first < end else { return nil }
    return waiting.popFirst()
  }

  /// Above our fastest tempo, as another clock may be, no more than at that: `ProgramScore.reach` looks no
  /// farther ahead.
  @_noLocks private static func beats(milliseconds: Double, at tempo: Tempo) -> Beats {
    let microbpm = Double(min(tempo.microbpm, Tempo.fastest.microbpm))
    // 60 000 ms a minute and a million microbpm.
    let units = milliseconds * microbpm * Double(Beats.unitsPerBeat) / 60_000_000_000
    return Beats(units: Int64(units))
  }

  /// Decides hits until no later one can be heard before `end` or before the first waiting cue.
  @_noLocks private mutating func lookAhead(
    to end: Beats, in image: UnsafePointer<CompiledProgram>, at tempo: Tempo, isFilling: Bool
  ) {
    while true {
      // On one beat, cues are also ordered by voice.
      var limit = end
      if let first = waiting.firstBeat { limit = min(end, first + Beats(units: 1)) }
      let earliest = streams.count > 0 ? streams.first.earliest : limit
      if unsafe goOn(before: min(limit, earliest + Beats(units: 1)), in: image) {
        while streams.count > 0,
          unsafe streams.count &+ streamCount(in: image) > StreamHeap.capacity
        {
          unsafe settleFirst(in: image, at: tempo, isFilling: isFilling)
        }
        unsafe enterSection(of: image)
      } else if earliest < limit {
        unsafe settleFirst(in: image, at: tempo, isFilling: isFilling)
      } else {
        return
      }
    }
  }

  @_noLocks private mutating func settleFirst(
    in image: UnsafePointer<CompiledProgram>, at tempo: Tempo, isFilling: Bool
  ) {
    unsafe settle(streams.first, in: image, at: tempo, isFilling: isFilling)
    unsafe advanceFirst(in: image)
  }

  /// The number of streams in the section entered last.
  @_noLocks private func streamCount(in image: UnsafePointer<CompiledProgram>) -> Int {
    let pattern = unsafe image.pointee.sections[section].pattern
    return unsafe image.pointee.patterns[pattern].streamCount
  }

  /// Enters the next section if there is one from which anything, or from those after it, can be
  /// heard before `limit`.
  @_noLocks private mutating func goOn(
    before limit: Beats, in image: UnsafePointer<CompiledProgram>
  ) -> Bool {
    guard !hasEnded else { return false }
    var (next, round) = (section &+ 1, round)
    if unsafe next == image.pointee.sectionCount {
      guard unsafe image.pointee.isSong && image.pointee.loops else {
        hasEnded = true
        return false
      }
      next = 0
      round &+= 1
    }
    let found = unsafe image.pointee.sections[next]
    let start = unsafe found.start + image.pointee.length * round
    guard start - found.reachBack < limit else { return false }
    section = next
    self.round = round
    return true
  }

  /// Sets a cursor for each stream of the section at its first hit that can be heard at `floor` or
  /// later.
  @_noLocks private mutating func enterSection(of image: UnsafePointer<CompiledProgram>) {
    let found = unsafe image.pointee.sections[section]
    let pattern = unsafe image.pointee.patterns[found.pattern]
    let groove = unsafe image.pointee.grooves[found.groove]
    let start = unsafe found.start + image.pointee.length * round
    var number = pattern.stream
    while number < pattern.stream &+ pattern.streamCount {
      let stream = unsafe image.pointee.streams[number]
      let from = floor - stream.late
      let inSection = from < start ? Beats(units: 0) : from - start
      // One unit before inverting the groove and two after, to compensate rounding.
      let written = max(groove.unwarped(inSection - Beats(units: 1)).units &- 2, 0)
      let units = stream.ratio.laneUnits(atOrAfter: written)
      var cursor = StreamCursor(stream: number, section: section, round: round)
      cursor.cycle = Beats(units: units).dividedRoundingDown(by: Beats(units: stream.cycle))
      cursor.index = stream.index(atOrAfter: units &- cursor.cycle &* stream.cycle)
      if cursor.moveToHit(of: stream, section: found, start: start, groove: groove) {
        streams.push(cursor)
      }
      number &+= 1
    }
  }

  /// Moves the first cursor to its stream's next hit.
  @_noLocks private mutating func advanceFirst(in image: UnsafePointer<CompiledProgram>) {
    var cursor = streams.first
    let found = unsafe image.pointee.sections[cursor.section]
    let start = unsafe found.start + image.pointee.length * cursor.round
    let stream = unsafe image.pointee.streams[cursor.stream]
    let groove = unsafe image.pointee.grooves[found.groove]
    cursor.index &+= 1
    if cursor.moveToHit(of: stream, section: found, start: start, groove: groove) {
      streams.replaceFirst(with: cursor)
    } else {
      streams.removeFirst()
    }
  }

  /// Decides whether a hit plays, and when and how, and adds it to the waiting cues.
  @_noLocks private mutating func settle(
    _ cursor: StreamCursor, in image: UnsafePointer<CompiledProgram>, at tempo: Tempo,
    isFilling: Bool
  ) {
    let stream = unsafe image.pointee.streams[cursor.stream]
    let stroke = unsafe stream.strokes[cursor.index]
    let loop = cursor.cycle &* Int64(stroke.loopsInCycle) &+ Int64(stroke.loop)
    if let condition = stroke.condition, !condition.holds(inLoop: loop, isFilling: isFilling) {
      return
    }
    let found = unsafe image.pointee.sections[cursor.section]
    let chance = unsafe StepRandom(
      seed: image.pointee.seed, round: cursor.round, section: found.number, loop: loop,
      lane: stroke.voice, step: stroke.step)
    if stroke.probability < 100, !chance.happens(stroke.probability) { return }
    let groove = unsafe image.pointee.grooves[found.groove]
    let start = unsafe found.start + image.pointee.length * cursor.round
    let lane = cursor.cycle &* stream.cycle &+ stroke.place
    let written = Beats(units: stream.ratio.patternUnits(ofLane: lane &+ stroke.offset))
    var beat = start + groove.warped(written)
    var velocity = Double(stroke.velocity.value) * groove.level(at: written)
    if stroke.looseMilliseconds > 0 || stroke.looseVelocity > 0 {
      let (late, loud) = chance.loose(stroke.ratchet)
      let later = Double(stroke.looseMilliseconds) * late
      beat = beat + Self.beats(milliseconds: later, at: tempo)
      velocity += Double(stroke.looseVelocity) * loud
    }
    if beat < floor {
      guard landing <= cursor.place else { return }
      beat = floor
    }
    var cue = Cue(
      voice: stroke.voice, velocity: Velocity(clamping: Int(velocity + 0.5)), beat: beat)
    if stroke.duration > 0 {
      let end = stream.ratio.patternUnits(ofLane: lane &+ stroke.offset &+ stroke.duration)
      cue.duration = groove.warped(Beats(units: end)) - groove.warped(written)
    }
    cue.attack = stroke.attack
    cue.decay = stroke.decay
    waiting.push(cue)
  }
}
