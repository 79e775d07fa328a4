import MIDI
import MusicalTime

/// One note on the outputs that schedule ahead.
struct AheadNote: BitwiseCopyable {
  /// 0 to 15.
  var channel: UInt8
  /// 0 to 127.
  var note: UInt8
  /// Held by hand: it ends when it is let go of.
  var isHeld = false
  /// The frame it begins on; far back for one that left at once.
  var begins: Frame
  /// When its note-on was scheduled to leave.
  var leaves: HostTime
  /// The frame it ends on, unless another stroke of the key comes first.
  var ends: Frame
  /// Whether its note-off was scheduled to leave.
  var hasEnd = false
  /// The frame of that note-off, and when it was scheduled to leave.
  var endFrame = Frame(index: 0)
  var endLeaves = HostTime(nanoseconds: 0)

  @_noLocks init(channel: UInt8, note: UInt8, begins: Frame, leaves: HostTime, ends: Frame) {
    self.channel = channel
    self.note = note
    self.begins = begins
    self.leaves = leaves
    self.ends = ends
  }

  @_noLocks func isKey(_ channel: UInt8, _ note: UInt8) -> Bool {
    self.channel == channel && self.note == note
  }

  /// Its note-off.
  var off: ShortMessage { @_noLocks get { .noteOff(channel: channel, note: note) } }

  /// At once, or with its beginning where that may not have left `now`: the driver's idea of the time
  /// moves, and no end may overtake its beginning.
  @_noLocks func soonestEnd(at now: HostTime) -> HostTime {
    let margin = HostTime.Interval(nanoseconds: -1_000_000)
    return leaves > now.advanced(by: margin) ? leaves : HostTime(nanoseconds: 0)
  }
}

/// The notes that outputs which schedule ahead were given and whose note-off has not left yet.
/// Real-time: yes.
///
/// A note-off is scheduled like a note-on, when its frame comes inside the horizon. Until it has left it
/// can be taken back, and is scheduled again.
@safe struct AheadNotes: ~Copyable {
  private let slots: UnsafeMutablePointer<AheadNote>
  private(set) var count = 0

  /// How many are remembered at once: what sounds, and what ended within the horizon.
  static var capacity: Int { @_noLocks get { 512 } }

  init() {
    unsafe slots = .allocate(capacity: Self.capacity)
    let none = AheadNote(
      channel: 0, note: 0, begins: Frame(index: 0), leaves: HostTime(nanoseconds: 0),
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

  /// The same, of those whose note-on left by `time`.
  @_noLocks func open(_ channel: UInt8, _ note: UInt8, leftBy time: HostTime) -> Int? {
    var place = 0
    while place < count {
      if !self[place].hasEnd, self[place].isKey(channel, note), self[place].leaves <= time {
        return place
      }
      place &+= 1
    }
    return nil
  }

  /// The place of the note of that key that leaves next after `time`; nil where there is none.
  @_noLocks func next(_ channel: UInt8, _ note: UInt8, after time: HostTime) -> Int? {
    var found: Int?
    var place = 0
    while place < count {
      let candidate = self[place]
      defer { place &+= 1 }
      guard candidate.isKey(channel, note), candidate.leaves > time else { continue }
      if let next = found, self[next].leaves <= candidate.leaves { continue }
      found = place
    }
    return found
  }

  /// Forgets the notes whose note-off was scheduled for a moment before `time`.
  @_noLocks mutating func forget(before time: HostTime) {
    var place = 0
    while place < count {
      if self[place].hasEnd, self[place].endLeaves < time {
        remove(place)
      } else {
        place &+= 1
      }
    }
  }

  /// When the first note-off of `limit` or later was scheduled to leave; nil where there is none.
  @_noLocks func earliestEnd(from limit: Frame) -> HostTime? {
    var earliest: HostTime?
    var place = 0
    while place < count {
      let note = self[place]
      place &+= 1
      guard note.hasEnd, note.endFrame >= limit else { continue }
      if let found = earliest, found <= note.endLeaves { continue }
      earliest = note.endLeaves
    }
    return earliest
  }

  /// When the last note-off that still stands was scheduled to leave; nil where there is none.
  @_noLocks func latestEnd() -> HostTime? {
    var latest: HostTime?
    var place = 0
    while place < count {
      let note = self[place]
      place &+= 1
      guard note.hasEnd else { continue }
      if let found = latest, found >= note.endLeaves { continue }
      latest = note.endLeaves
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
      if !note.hasEnd, !note.isHeld, latest < note.ends { self[place].ends = latest }
      place &+= 1
    }
  }
}
