import MusicalTime
import Rhythm

/// The bars that the drummer has made ready, found by their numbers. Real-time: yes.
///
/// The first 16 have places of their own, so that the song can begin again at any moment; after them
/// the latest 64 stay, so that what a DAW loops is there at once.
@safe struct BarTable: ~Copyable {
  static var count: Int { @_noLocks get { 80 } }

  /// Which bar each place has, or −1; and how many hits that has.
  private let headers: UnsafeMutablePointer<(number: Int64, count: Int)>
  /// The hits of each place, one place after the other.
  private let hits: UnsafeMutablePointer<Hit>

  init() {
    let room = Self.count * CompiledBar.capacity
    unsafe headers = .allocate(capacity: Self.count)
    unsafe headers.initialize(repeating: (-1, 0), count: Self.count)
    unsafe hits = .allocate(capacity: room)
    unsafe hits.initialize(repeating: CompiledBar.silence, count: room)
  }

  deinit {
    unsafe headers.deallocate()
    unsafe hits.deallocate()
  }

  /// Whether the bar is there; there are none before bar 0.
  @_noLocks func holds(_ number: Int64) -> Bool {
    unsafe number >= 0 && headers[CompiledBar.place(of: number)].number == number
  }

  /// Puts a bar in the place of any that was there before.
  @_noLocks func put(_ bar: CompiledBar) {
    let place = CompiledBar.place(of: bar.number)
    unsafe headers[place] = (bar.number, bar.count)
    let first = place &* CompiledBar.capacity
    var index = 0
    while index < bar.count {
      unsafe hits[first &+ index] = bar.hit(index)
      index &+= 1
    }
  }

  /// Lets the bar `source`, where it is there, be played as bar `number`; else that one is silent.
  @_noLocks func put(_ number: Int64, like source: Int64) {
    let (from, to) = (CompiledBar.place(of: source), CompiledBar.place(of: number))
    unsafe headers[to] = (number, holds(source) ? headers[from].count : 0)
    var index = 0
    while unsafe index < headers[to].count {
      unsafe hits[to &* CompiledBar.capacity &+ index] = hits[from &* CompiledBar.capacity &+ index]
      index &+= 1
    }
  }

  /// Forgets every bar that is in neither range.
  @_noLocks func keepOnly(_ bars: BarRange, and home: BarRange) {
    var place = 0
    while place < Self.count {
      let number = unsafe headers[place].number
      if !bars.contains(number), !home.contains(number) { unsafe headers[place].number = -1 }
      place &+= 1
    }
  }

  /// The index of the first hit of a bar at or after `beat` of that bar.
  @_noLocks func index(in number: Int64, atOrAfter beat: Beats) -> Int {
    let place = CompiledBar.place(of: number)
    var low = 0
    var high = unsafe headers[place].count
    while low < high {
      let middle = (low &+ high) / 2
      let isBefore = unsafe hits[place &* CompiledBar.capacity &+ middle].beat < beat
      if isBefore { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// A hit of a bar that is there, its beat counted from the bar's beginning; nil past the last.
  @_noLocks func hit(_ index: Int, in number: Int64) -> Hit? {
    let place = CompiledBar.place(of: number)
    guard unsafe index < headers[place].count else { return nil }
    return unsafe hits[place &* CompiledBar.capacity &+ index]
  }
}

/// Bars by number, both ends included. Real-time: yes.
public struct BarRange: BitwiseCopyable, Sendable, Hashable {
  /// The first bar, from 0.
  public var first: Int64
  /// The last bar; below `first` where there are none.
  public var last: Int64

  /// Both bars are included.
  @_noLocks public init(first: Int64, last: Int64) {
    self.first = first
    self.last = last
  }

  /// Whether the bar is one of them.
  @_noLocks public func contains(_ number: Int64) -> Bool { first <= number && number <= last }

  @_noLocks public static func == (a: BarRange, b: BarRange) -> Bool {
    a.first == b.first && a.last == b.last
  }
}
