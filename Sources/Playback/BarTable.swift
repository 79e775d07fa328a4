import MusicalTime
import Rhythm

/// The bars that the drummer has made ready, found by their numbers. Real-time: yes.
///
/// The first 16 have places of their own, so that the song can begin anew at any moment; after them
/// the latest 64 stay, so that what a DAW loops is there at once.
@safe struct BarTable: ~Copyable {
  static var count: Int { @_noLocks get { 80 } }

  private let bars: UnsafeMutablePointer<BarImage>

  init() {
    unsafe bars = .allocate(capacity: Self.count)
    unsafe bars.initialize(repeating: BarImage(), count: Self.count)
  }

  deinit { unsafe bars.deallocate() }

  /// Whether the bar is there.
  @_noLocks func holds(_ number: Int64) -> Bool {
    unsafe bars[BarImage.place(of: number)].number == number
  }

  /// Puts a bar in the place of any that was there before.
  @_noLocks func put(_ bar: BarImage) { unsafe bars[BarImage.place(of: bar.number)] = bar }

  /// Lets the bar `source`, where it is there, be played as bar `number`; else that one is silent.
  @_noLocks func put(_ number: Int64, like source: Int64) {
    let (from, to) = (BarImage.place(of: source), BarImage.place(of: number))
    if holds(source) { unsafe bars[to] = bars[from] } else { unsafe bars[to] = BarImage() }
    unsafe bars[to].renumber(number)
  }

  /// Forgets every bar that is in neither range.
  @_noLocks func keepOnly(_ bars: BarRange, and home: BarRange) {
    var place = 0
    while place < Self.count {
      let number = unsafe self.bars[place].number
      if !bars.contains(number), !home.contains(number) {
        unsafe self.bars[place].renumber(-1)
      }
      place &+= 1
    }
  }

  /// The index of the first hit of a bar at or after `beat` of that bar.
  @_noLocks func index(in number: Int64, atOrAfter beat: Beats) -> Int {
    unsafe bars[BarImage.place(of: number)].index(atOrAfter: beat)
  }

  /// A hit of a bar that is there, its beat counted from the bar's beginning; nil past the last.
  @_noLocks func hit(_ index: Int, in number: Int64) -> Hit? {
    let place = BarImage.place(of: number)
    guard unsafe index < bars[place].count else { return nil }
    return unsafe bars[place].hit(index)
  }
}

/// Bars by number, both ends included. Real-time: yes.
public struct BarRange: BitwiseCopyable, Sendable, Hashable {
  public var first: Int64
  public var last: Int64

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
