import MIDI
import MusicalTime

/// One note on the outputs that schedule ahead.
struct AheadNote: BitwiseCopyable {
  /// 0 to 15.
  var channel: UInt8
  /// 0 to 127.
  var note: UInt8
  /// Held on a pad: it ends when it is let go of.
  var isHeld = false
  /// The frame it begins on; far back for one that was sent at once.
  var begins: Frame
  /// The send time of its note-on.
  var noteOnTime: HostTime
  /// Where it ends, unless another stroke of the key comes first.
  var end: NoteEnd
  /// Whether its note-off was scheduled.
  var hasEnd = false
  /// The frame of that note-off, and its send time.
  var endFrame = Frame(index: 0)
  var noteOffTime = HostTime(nanoseconds: 0)

  @_noLocks init(
    channel: UInt8, note: UInt8, begins: Frame, noteOnTime: HostTime, ends: Frame,
    endBeat: Beats? = nil
  ) {
    self.channel = channel
    self.note = note
    self.begins = begins
    self.noteOnTime = noteOnTime
    end = NoteEnd(ends, beat: endBeat)
  }

  /// The frame of `end`; one that is set stays whatever the line does.
  var ends: Frame {
    @_noLocks get { end.frame }
    @_noLocks set { end = NoteEnd(newValue) }
  }

  @_noLocks func isKey(_ channel: UInt8, _ note: UInt8) -> Bool {
    self.channel == channel && self.note == note
  }

  /// Its note-off.
  var off: ShortMessage { @_noLocks get { .noteOff(channel: channel, note: note) } }

  /// At once, or with its beginning where that may not have been sent by `now`: the driver's idea of the time
  /// moves, and no end may overtake its beginning.
  @_noLocks func soonestEnd(at now: HostTime) -> HostTime {
    let margin = HostTime.Interval(nanoseconds: -1_000_000)
    return noteOnTime > now.advanced(by: margin) ? noteOnTime : HostTime(nanoseconds: 0)
  }
}

/// The notes that outputs which schedule ahead were given and whose note-off was not sent yet.
/// Real-time: yes.
///
/// A note-off is scheduled like a note-on, when its frame comes inside the horizon. Until it is sent it
/// can be taken back and scheduled again.
@safe struct AheadNotes: ~Copyable {
  private let slots: UnsafeMutablePointer<AheadNote>
  private(set) var count = 0

  /// How many are remembered at once: what sounds, and what ended within the horizon.
  static var capacity: Int { @_noLocks get { 512 } }

  init() {
    unsafe slots = .allocate(capacity: Self.capacity)
    let none = AheadNote(
      channel: 0, note: 0, begins: Frame(index: 0), noteOnTime: HostTime(nanoseconds: 0),
      ends: Frame(index: 0))
    unsafe slots.initialize(repeating: none, count: Self.capacity)
  }

  deinit { unsafe slots.deallocate() }

  /// `place` must be below `count`, or below `capacity` to set.
  subscript(_ place: Int) -> AheadNote {
    @_noLocks get { unsafe slots[place] }
    @_noLocks set { unsafe slots[place] = newValue }
  }

  /// Adds a note; false when full.
  @_noLocks mutating func begin(_ note: AheadNote) -> Bool {
    guard count < Self.capacity else { return false }
    self[count] = note
    count &+= 1
    return true
  }

  @_noLocks mutating func remove(_ place: Int) {
    count &-= 1
    self[place] = self[count]
  }

  /// The place of the note that ends first of those whose note-off is still to be scheduled; nil where
  /// there is none.
  @_noLocks func firstToEnd() -> Int? {
    var found: Int?
    var place = 0
    while place < count {
      if !self[place].hasEnd {
        if let first = found, self[first].ends <= self[place].ends {
          place &+= 1
          continue
        }
        found = place
      }
      place &+= 1
    }
    return found
  }

  /// The place of a note of that key whose note-off is still to be scheduled; nil where there is none.
  @_noLocks func open(_ channel: UInt8, _ note: UInt8) -> Int? {
    var place = 0
    while place < count {
      if !self[place].hasEnd, self[place].isKey(channel, note) { return place }
      place &+= 1
    }
    return nil
  }

  /// The same, of those whose note-on was sent by `time`.
  @_noLocks func open(_ channel: UInt8, _ note: UInt8, sentBy time: HostTime) -> Int? {
    var place = 0
    while place < count {
      if !self[place].hasEnd, self[place].isKey(channel, note), self[place].noteOnTime <= time {
        return place
      }
      place &+= 1
    }
    return nil
  }

  /// The place of the note of that key that is sent next after `time`; nil where there is none.
  @_noLocks func next(_ channel: UInt8, _ note: UInt8, after time: HostTime) -> Int? {
    var found: Int?
    var place = 0
    while place < count {
      let candidate = self[place]
      defer { place &+= 1 }
      guard candidate.isKey(channel, note), candidate.noteOnTime > time else { continue }
      if let next = found, self[next].noteOnTime <= candidate.noteOnTime { continue }
      found = place
    }
    return found
  }

  /// Forgets the notes whose note-off was scheduled for a moment before `time`.
  @_noLocks mutating func forget(before time: HostTime) {
    var place = 0
    while place < count {
      if self[place].hasEnd, self[place].noteOffTime < time {
        remove(place)
      } else {
        place &+= 1
      }
    }
  }

  /// The send time of the first note-off of `limit` or later; nil where there is none.
  @_noLocks func earliestEnd(from limit: Frame) -> HostTime? {
    var earliest: HostTime?
    var place = 0
    while place < count {
      let note = self[place]
      place &+= 1
      guard note.hasEnd, note.endFrame >= limit else { continue }
      if let found = earliest, found <= note.noteOffTime { continue }
      earliest = note.noteOffTime
    }
    return earliest
  }

  /// The send time of the last note-off that still stands; nil where there is none.
  @_noLocks func latestEnd() -> HostTime? {
    var latest: HostTime?
    var place = 0
    while place < count {
      let note = self[place]
      place &+= 1
      guard note.hasEnd else { continue }
      if let found = latest, found >= note.noteOffTime { continue }
      latest = note.noteOffTime
    }
    return latest
  }

  /// Forgets the notes that begin at `limit` or later; those before end as if nothing had followed.
  @_noLocks mutating func takeBack(from limit: Frame) {
    var place = 0
    while place < count {
      if self[place].begins >= limit {
        remove(place)
        continue
      }
      if self[place].hasEnd, self[place].endFrame >= limit { self[place].hasEnd = false }
      place &+= 1
    }
  }

  /// Lets each end on `limit` at the latest, or `gate` frames after it began where it begins at
  /// `frame` or later.
  @_noLocks mutating func shorten(to limit: Frame, from frame: Frame, gate: Int64) {
    var place = 0
    while place < count {
      let note = self[place]
      let latest = note.begins < frame ? limit : note.begins.advanced(by: gate)
      if !note.hasEnd, !note.isHeld { self[place].end.shorten(to: latest) }
      place &+= 1
    }
  }

  /// Moves the ends that are held to a beat with the line, which is bent at `frame` to `line`. A note-off that
  /// was scheduled stays; its note ends as moved where it is taken back.
  @_noLocks mutating func moveEnds(to line: Timeline, from frame: Frame) {
    var place = 0
    while place < count {
      var end = self[place].end
      end.move(to: line, from: frame)
      self[place].end = end
      place &+= 1
    }
  }

  /// Keeps every end on its frame whatever the line does.
  @_noLocks mutating func fixEnds() {
    var place = 0
    while place < count {
      self[place].end.fix()
      place &+= 1
    }
  }
}
