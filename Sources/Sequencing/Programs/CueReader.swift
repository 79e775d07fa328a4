public import MusicalTime
import Rhythm

/// Reads a program's cues in the order in which they are heard. Real-time: yes.
///
/// The next stroke of each of the pattern's streams waits in a heap, so that a window costs no more
/// than the strokes in it. What offset, looseness and groove may bring forward is looked for as far
/// ahead as the program reaches, and kept until its beat comes.
@safe public struct CueReader: ~Copyable {
  private struct Cursor: BitwiseCopyable {
    var stream = 0
    var cycle: Int64 = 0
    var index = 0
    /// Where its stroke is written, from the program's beginning, the groove applied.
    var place = Beats(units: 0)
  }

  /// The most cues that wait for their beat.
  static var capacity: Int { @_noLocks get { 2_048 } }

  private let heap: UnsafeMutablePointer<Cursor>
  private var heapCount = 0
  private let waiting: UnsafeMutablePointer<Cue>
  private var first = 0
  private var waitingCount = 0
  private var section = 0
  private var round: Int64 = 0
  private var hasEnded = false
  /// Nothing before this is heard.
  private var floor = Beats(units: .min)
  /// What is written here or later and would be heard before `floor` is heard on it.
  private var landing = Beats(units: .max)
  /// Cues that found no room to wait.
  public private(set) var dropped: Int64 = 0

  /// At the beginning of nothing: `seek` comes first.
  public init() {
    unsafe heap = .allocate(capacity: Pattern.mostLanes)
    unsafe heap.initialize(repeating: Cursor(), count: Pattern.mostLanes)
    unsafe waiting = .allocate(capacity: Self.capacity)
    let silence = Cue(
      voice: Voice(Drum(clampingIndex: 0)), velocity: Velocity(clamping: 1), beat: .zero)
    unsafe waiting.initialize(repeating: silence, count: Self.capacity)
  }

  deinit {
    unsafe heap.deallocate()
    unsafe waiting.deallocate()
  }

  /// Goes to `beat`, from the program's beginning: what is heard there or later comes next. Where
  /// the song `lands` there after a jump, what is written there or later but would have been heard
  /// before is heard as it lands.
  @_noLocks public mutating func seek(
    to beat: Beats, in image: UnsafePointer<ProgramImage>, at tempo: Tempo, lands: Bool
  ) {
    first = 0
    waitingCount = 0
    hasEnded = false
    floor = beat
    landing = lands ? beat : Beats(units: .max)
    let margin = unsafe Self.margin(of: image, at: tempo)
    let earliest = beat - margin
    let from = earliest < Beats(units: 0) ? Beats(units: 0) : earliest
    section = unsafe image.pointee.sectionIndex(at: from, round: &round)
    unsafe enterSection(of: image, from: from)
  }

  /// The next cue heard before `end`, or nil.
  @_noLocks public mutating func next(
    before end: Beats, in image: UnsafePointer<ProgramImage>, at tempo: Tempo, isFilling: Bool
  ) -> Cue? {
    let margin = unsafe Self.margin(of: image, at: tempo)
    unsafe lookAhead(to: end, margin: margin, in: image, at: tempo, isFilling: isFilling)
    guard waitingCount > 0, unsafe waiting[first].beat < end else { return nil }
    let cue = unsafe waiting[first]
    first &+= 1
    waitingCount &-= 1
    if waitingCount == 0 { first = 0 }
    return cue
  }

  /// How far from its place a stroke may be heard.
  @_noLocks private static func margin(
    of image: UnsafePointer<ProgramImage>, at tempo: Tempo
  ) -> Beats {
    let reach = unsafe image.pointee.reach
    let loose = unsafe image.pointee.looseMilliseconds
    if loose == 0 { return reach }
    return reach + Self.beats(milliseconds: Double(loose), at: tempo) + Beats(units: 1)
  }

  @_noLocks private static func beats(milliseconds: Double, at tempo: Tempo) -> Beats {
    // 60 000 ms a minute and a million microbpm.
    let units = milliseconds * Double(tempo.microbpm) * 2_882_880 / 60_000_000_000
    return Beats(units: Int64(units))
  }

  /// Settles strokes until none that follows can be heard before `end` or before the first that waits.
  @_noLocks private mutating func lookAhead(
    to end: Beats, margin: Beats, in image: UnsafePointer<ProgramImage>, at tempo: Tempo,
    isFilling: Bool
  ) {
    while true {
      while heapCount > 0, unsafe heap[0].place < limit(end, margin) {
        unsafe settle(heap[0], in: image, at: tempo, isFilling: isFilling)
        unsafe advanceFirst(in: image)
      }
      guard heapCount == 0, !hasEnded else { return }
      guard unsafe goOn(before: limit(end, margin), in: image) else { return }
    }
  }

  /// Where strokes are written that cannot be heard before what is heard next: however far off `end`
  /// is, no more wait than the margin holds.
  @_noLocks private func limit(_ end: Beats, _ margin: Beats) -> Beats {
    // On one beat the voices have an order, too.
    let beat = unsafe waitingCount > 0 ? min(end, waiting[first].beat + Beats(units: 1)) : end
    return beat + margin
  }

  /// Enters the next section, where there is one before `limit`.
  @_noLocks private mutating func goOn(
    before limit: Beats, in image: UnsafePointer<ProgramImage>
  ) -> Bool {
    var (next, round) = (section &+ 1, round)
    if unsafe next == image.pointee.sectionCount {
      guard unsafe image.pointee.isSong && image.pointee.loops else {
        hasEnded = true
        return false
      }
      next = 0
      round &+= 1
    }
    let start = unsafe image.pointee.sections[next].start + image.pointee.length * round
    guard start < limit else { return false }
    section = next
    self.round = round
    unsafe enterSection(of: image, from: start)
    return true
  }

  /// Sets a cursor for each stream of the section on its first stroke at `from` or later.
  @_noLocks private mutating func enterSection(
    of image: UnsafePointer<ProgramImage>, from: Beats
  ) {
    heapCount = 0
    let found = unsafe image.pointee.sections[section]
    let pattern = unsafe image.pointee.patterns[found.pattern]
    let groove = unsafe image.pointee.grooves[found.groove]
    let start = unsafe found.start + image.pointee.length * round
    let inSection = from < start ? Beats(units: 0) : from - start
    // A unit less before the groove is undone and two after, for what is rounded on the way.
    let written = max(groove.unwarped(inSection - Beats(units: 1)).units &- 2, 0)
    var stream = pattern.stream
    while stream < pattern.stream &+ pattern.streamCount {
      let image = unsafe image.pointee.streams[stream]
      let units = image.ratio.laneUnits(atOrAfter: written)
      var cursor = Cursor()
      cursor.stream = stream
      cursor.cycle = Beats(units: units).dividedRoundingDown(by: Beats(units: image.cycle))
      cursor.index = image.index(atOrAfter: units &- cursor.cycle &* image.cycle)
      push(cursor, image: image, section: found, start: start, groove: groove)
      stream &+= 1
    }
  }

  /// Adds a cursor whose index may lie behind the cycle's last stroke, unless the section ends first.
  @_noLocks private mutating func push(
    _ given: Cursor, image: StreamImage, section: SectionImage, start: Beats, groove: GrooveImage
  ) {
    var cursor = given
    guard Self.place(&cursor, image: image, section: section, start: start, groove: groove)
    else { return }
    var child = heapCount
    heapCount &+= 1
    while child > 0 {
      let parent = (child &- 1) / 2
      guard unsafe cursor.place < heap[parent].place else { break }
      unsafe heap[child] = heap[parent]
      child = parent
    }
    unsafe heap[child] = cursor
  }

  /// Finds where the cursor's stroke is heard; false where the section ends before.
  @_noLocks private static func place(
    _ cursor: inout Cursor, image: StreamImage, section: SectionImage, start: Beats,
    groove: GrooveImage
  ) -> Bool {
    if cursor.index >= image.count {
      cursor.index = 0
      cursor.cycle &+= 1
    }
    let lane = unsafe cursor.cycle &* image.cycle &+ image.strokes[cursor.index].place
    let written = Beats(units: image.ratio.patternUnits(ofLane: lane))
    guard written < section.length else { return false }
    // A groove may bring it past the section's end, but the next section begins there.
    cursor.place = start + min(groove.warped(written), section.length - Beats(units: 1))
    return true
  }

  /// Moves the first cursor to its stream's next stroke.
  @_noLocks private mutating func advanceFirst(in image: UnsafePointer<ProgramImage>) {
    let found = unsafe image.pointee.sections[section]
    let start = unsafe found.start + image.pointee.length * round
    var cursor = unsafe heap[0]
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
      if child &+ 1 < heapCount, unsafe heap[child &+ 1].place < heap[child].place { child &+= 1 }
      guard unsafe heap[child].place < cursor.place else { break }
      unsafe heap[parent] = heap[child]
      parent = child
    }
    unsafe heap[parent] = cursor
  }

  /// Decides whether a stroke plays, and when and how, and lets it wait for its beat.
  @_noLocks private mutating func settle(
    _ cursor: Cursor, in image: UnsafePointer<ProgramImage>, at tempo: Tempo, isFilling: Bool
  ) {
    let stream = unsafe image.pointee.streams[cursor.stream]
    let stroke = unsafe stream.strokes[cursor.index]
    let loop = cursor.cycle &* Int64(stroke.loopsInCycle) &+ Int64(stroke.loop)
    if let condition = stroke.condition, !condition.holds(inLoop: loop, isFilling: isFilling) {
      return
    }
    let found = unsafe image.pointee.sections[section]
    let chance = unsafe Chance(
      seed: image.pointee.seed, round: round, section: found.number, loop: loop,
      lane: stroke.voice, step: stroke.step)
    if stroke.probability < 100, !chance.happens(stroke.probability) { return }
    let groove = unsafe image.pointee.grooves[found.groove]
    let start = unsafe found.start + image.pointee.length * round
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
    if first &+ waitingCount == Self.capacity {
      guard first > 0 else {
        dropped &+= 1
        return
      }
      var index = 0
      while index < waitingCount {
        unsafe waiting[index] = waiting[first &+ index]
        index &+= 1
      }
      first = 0
    }
    var place = first &+ waitingCount
    while place > first, unsafe cue < waiting[place &- 1] {
      unsafe waiting[place] = waiting[place &- 1]
      place &-= 1
    }
    unsafe waiting[place] = cue
    waitingCount &+= 1
  }
}
