public import MusicalTime
import Rhythm

/// Reads a program's cues in the order in which they are heard. Real-time: yes.
///
/// A heap holds the next hit of each stream, ordered by the earliest beat at which it can be heard:
/// its position minus the largest advance by offsets and looseness in this stream. So the cost of a
/// window is proportional to its hits, and cues wait only as long as their own stream requires.
@safe public struct CueReader: ~Copyable {
  private struct Cursor: BitwiseCopyable {
    var stream = 0
    /// The section it plays in, by index, and the repeat.
    var section = 0
    var round: Int64 = 0
    var cycle: Int64 = 0
    var index = 0
    /// The position of its hit from the program's beginning, with groove.
    var place = Beats(units: 0)
    /// The earliest beat at which it can be heard.
    var earliest = Beats(units: 0)
  }

  /// The maximum number of waiting cues; twice what one pattern may need.
  static var capacity: Int { @_noLocks get { 16_384 } }
  /// The maximum number of streams read at once: those of several sections if their hits overlap.
  private static var mostCursors: Int { @_noLocks get { 1_024 } }

  private let heap: UnsafeMutablePointer<Cursor>
  private var heapCount = 0
  private let waiting: UnsafeMutablePointer<WaitingCue>
  private var waitingCount = 0
  /// Hits decided so far, including those that wait for their beat.
  public private(set) var settled: UInt64 = 0
  /// The section entered last, and its repeat.
  private var section = 0
  private var round: Int64 = 0
  private var hasEnded = false
  /// Nothing before this beat is played.
  private var floor = Beats(units: .min)
  /// Hits at this position or later that would be heard before `floor` are played at `floor`.
  private var landing = Beats(units: .max)
  /// Cues dropped because the waiting list was full.
  public private(set) var dropped: Int64 = 0

  /// Empty: call `seek` first.
  public init() {
    unsafe heap = .allocate(capacity: Self.mostCursors)
    unsafe heap.initialize(repeating: Cursor(), count: Self.mostCursors)
    unsafe waiting = .allocate(capacity: Self.capacity)
    let silence = Cue(
      voice: Voice(Drum(clampingIndex: 0)), velocity: Velocity(clamping: 1), beat: .zero)
    unsafe waiting.initialize(
      repeating: WaitingCue(cue: silence, number: 0), count: Self.capacity)
  }

  deinit {
    unsafe heap.deallocate()
    unsafe waiting.deallocate()
  }

  /// Moves to `beat`, from the program's beginning: what is heard there or later comes next. With
  /// `lands` (after a jump), hits at that position or later that would have been heard before are
  /// played immediately.
  @_noLocks public mutating func seek(
    to beat: Beats, in image: UnsafePointer<CompiledProgram>, lands: Bool
  ) {
    heapCount = 0
    waitingCount = 0
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
    guard waitingCount > 0, unsafe waiting[0].cue.beat < end else { return nil }
    return takeFirst()
  }

  @_noLocks private static func beats(milliseconds: Double, at tempo: Tempo) -> Beats {
    // 60 000 ms a minute and a million microbpm.
    let units = milliseconds * Double(tempo.microbpm) * Double(Beats.unitsPerBeat) / 60_000_000_000
    return Beats(units: Int64(units))
  }

  /// Decides hits until no later one can be heard before `end` or before the first waiting cue.
  @_noLocks private mutating func lookAhead(
    to end: Beats, in image: UnsafePointer<CompiledProgram>, at tempo: Tempo, isFilling: Bool
  ) {
    while true {
      // On one beat, cues are also ordered by voice.
      let limit =
        unsafe waitingCount > 0 ? min(end, waiting[0].cue.beat + Beats(units: 1)) : end
      let earliest = unsafe heapCount > 0 ? heap[0].earliest : limit
      if unsafe goOn(before: min(limit, earliest + Beats(units: 1)), in: image) {
        while heapCount > 0, unsafe heapCount &+ streamCount(in: image) > Self.mostCursors {
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
    unsafe settle(heap[0], in: image, at: tempo, isFilling: isFilling)
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
      var cursor = Cursor()
      cursor.stream = number
      cursor.section = section
      cursor.round = round
      cursor.cycle = Beats(units: units).dividedRoundingDown(by: Beats(units: stream.cycle))
      cursor.index = stream.index(atOrAfter: units &- cursor.cycle &* stream.cycle)
      if Self.place(&cursor, image: stream, section: found, start: start, groove: groove) {
        push(cursor)
      }
      number &+= 1
    }
  }

  @_noLocks private mutating func push(_ cursor: Cursor) {
    guard heapCount < Self.mostCursors else { return }
    var child = heapCount
    heapCount &+= 1
    while child > 0 {
      let parent = (child &- 1) / 2
      guard unsafe cursor.earliest < heap[parent].earliest else { break }
      unsafe heap[child] = heap[parent]
      child = parent
    }
    unsafe heap[child] = cursor
  }

  /// Computes the position of the cursor's hit, whose index may be past the cycle's last; false if
  /// the section ends before.
  @_noLocks private static func place(
    _ cursor: inout Cursor, image: CompiledStream, section: SectionImage, start: Beats,
    groove: CompiledGroove
  ) -> Bool {
    if cursor.index >= image.count {
      cursor.index = 0
      cursor.cycle &+= 1
    }
    let lane = unsafe cursor.cycle &* image.cycle &+ image.strokes[cursor.index].place
    let written = Beats(units: image.ratio.patternUnits(ofLane: lane))
    guard written < section.length else { return false }
    // A groove may move it past the section's end, but the next section begins there.
    cursor.place = start + min(groove.warped(written), section.length - Beats(units: 1))
    cursor.earliest = cursor.place - image.early
    return true
  }

  /// Moves the first cursor to its stream's next hit.
  @_noLocks private mutating func advanceFirst(in image: UnsafePointer<CompiledProgram>) {
    var cursor = unsafe heap[0]
    let found = unsafe image.pointee.sections[cursor.section]
    let start = unsafe found.start + image.pointee.length * cursor.round
    let stream = unsafe image.pointee.streams[cursor.stream]
    let groove = unsafe image.pointee.grooves[found.groove]
    cursor.index &+= 1
    if !Self.place(&cursor, image: stream, section: found, start: start, groove: groove) {
      heapCount &-= 1
      guard heapCount > 0 else { return }
      cursor = unsafe heap[heapCount]
    }
    var parent = 0
    while true {
      var child = 2 &* parent &+ 1
      guard child < heapCount else { break }
      if child &+ 1 < heapCount, unsafe heap[child &+ 1].earliest < heap[child].earliest {
        child &+= 1
      }
      guard unsafe heap[child].earliest < cursor.earliest else { break }
      unsafe heap[parent] = heap[child]
      parent = child
    }
    unsafe heap[parent] = cursor
  }

  /// Decides whether a hit plays, and when and how, and adds it to the waiting cues.
  @_noLocks private mutating func settle(
    _ cursor: Cursor, in image: UnsafePointer<CompiledProgram>, at tempo: Tempo, isFilling: Bool
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
    wait(cue)
  }

  @_noLocks private mutating func wait(_ cue: Cue) {
    guard waitingCount < Self.capacity else {
      dropped &+= 1
      return
    }
    settled &+= 1
    let new = WaitingCue(cue: cue, number: settled)
    var child = waitingCount
    waitingCount &+= 1
    while child > 0 {
      let parent = (child &- 1) / 2
      guard unsafe new < waiting[parent] else { break }
      unsafe waiting[child] = waiting[parent]
      child = parent
    }
    unsafe waiting[child] = new
  }

  @_noLocks private mutating func takeFirst() -> Cue {
    let first = unsafe waiting[0].cue
    waitingCount &-= 1
    let last = unsafe waiting[waitingCount]
    var parent = 0
    while true {
      var child = 2 &* parent &+ 1
      guard child < waitingCount else { break }
      if child &+ 1 < waitingCount, unsafe waiting[child &+ 1] < waiting[child] { child &+= 1 }
      guard unsafe waiting[child] < last else { break }
      unsafe waiting[parent] = waiting[child]
      parent = child
    }
    unsafe waiting[parent] = last
    return first
  }
}

/// A cue that waits for its beat; equal ones keep the order in which they were decided. Real-time:
/// yes.
private struct WaitingCue: BitwiseCopyable {
  var cue: Cue
  var number: UInt64

  @_noLocks static func < (a: WaitingCue, b: WaitingCue) -> Bool {
    if a.cue < b.cue { return true }
    return b.cue < a.cue ? false : a.number < b.number
  }
}
