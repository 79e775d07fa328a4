/// The bars of the pattern that is heard. They begin again with each of its loops, or, where several loops
/// make a bar, with its first.
extension SessionPicture {
  /// Beats that differ by less are the same: the state has them rounded.
  private static let tolerance = 1e-4

  /// Beats of a bar.
  private var barLength: Double { max(transport?["bar"]?.number ?? 4, 0.01) }
  /// The beat on which the first loop began.
  private var origin: Double { transport?["origin"]?.number ?? 0 }
  /// The beat on which what comes next begins, where that is known.
  private var end: Double? { transport?["end"]?.number }
  /// The length of the bar that ends where the first loop begins.
  private var barBefore: Double? { transport?["barBefore"]?.number.flatMap { $0 > 0 ? $0 : nil } }
  /// Beats after which bars begin again.
  private var loopLength: Double? {
    transport?["length"]?.number.flatMap { $0 > barLength - Self.tolerance ? $0 : nil }
  }

  /// The bar that holds `beat`: its number, from 0, and the beat on which it begins. What follows the pattern
  /// counts from its own beginning.
  func bar(at beat: Double) -> (number: Double, start: Double) {
    if let end, isBefore(end, beat) { return bar(at: beat, from: end, length: barLength) }
    if let barBefore, !isBefore(origin, beat) {
      return bar(at: beat, from: origin, length: barBefore)
    }
    guard let loopLength else { return bar(at: beat, from: origin, length: barLength) }
    let (loop, loopStart) = bar(at: beat, from: origin, length: loopLength)
    let (number, start) = bar(at: beat, from: loopStart, length: barLength)
    let count = (loopLength / barLength - Self.tolerance).rounded(.up)
    return (loop * count + max(number, 0), max(start, loopStart))
  }

  private func bar(
    at beat: Double, from start: Double, length: Double
  ) -> (number: Double, start: Double) {
    let number = ((beat - start + Self.tolerance) / length).rounded(.down)
    return (number, start + number * length)
  }

  /// Whether `beat` is on `line` or after it.
  private func isBefore(_ line: Double, _ beat: Double) -> Bool { beat > line - Self.tolerance }

  /// The place of a whole beat as musicians count: its bar and its beat in that, both from 1.
  func place(ofBeat beat: Double) -> (bar: Int, beat: Int) {
    let (number, start) = bar(at: beat)
    return (
      Int(exactly: max(number, 0)).map { $0 + 1 } ?? 1,
      Int(exactly: max(beat - start + Self.tolerance, 0).rounded(.down)).map { $0 + 1 } ?? 1
    )
  }

  /// The beat on which the bar after that of `beat` begins.
  func barLine(after beat: Double) -> Double {
    let start = bar(at: beat).start
    if let end, isBefore(end, start) { return start + barLength }
    guard isBefore(origin, start) else { return min(start + (barBefore ?? barLength), origin) }
    var line = start + barLength
    if let loopLength {
      line = min(line, bar(at: start, from: origin, length: loopLength).start + loopLength)
    }
    return min(line, end ?? line)
  }

  /// The beat on which the bar before that of `beat` begins.
  func barLine(before beat: Double) -> Double {
    bar(at: bar(at: beat).start - 2 * Self.tolerance).start
  }
}
