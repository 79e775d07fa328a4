import MusicalTime

/// A delay between strokes and their sound: held, raised at once where more is needed, and lowered slowly.
///
/// It follows the times of gestures: a stroke has the delay of when it was struck, whenever it comes. It is lowered by
/// less than time passes, so that no stroke sounds before one that was struck a millisecond earlier or more.
struct HeldDelay: Sendable, Hashable {
  /// From `start` it goes down to `goal` by 10 ms a second.
  private struct Course: Sendable, Hashable {
    let began: HostTime
    let start: Int
    let goal: Int

    func milliseconds(at time: HostTime) -> Int {
      let passed = max(0, began.distance(to: time).nanoseconds)
      return max(goal, start - Int(passed / HeldDelay.timePerMillisecond))
    }
  }

  /// Since when less is needed, and the most that was needed since.
  private struct Rest: Sendable, Hashable {
    let began: HostTime
    var highest: Int
  }

  /// In milliseconds: delays are multiples of this.
  static let step = 40
  /// In milliseconds: how much less than the next shorter delay must be needed for that to be enough.
  static let margin = 5
  /// For how long less must be needed before the delay is lowered.
  static let patience = HostTime.Interval(nanoseconds: 30_000_000_000)
  /// How late a stroke may come and still have the delay of when it was struck.
  static let memory = HostTime.Interval(nanoseconds: 1_000_000_000)
  /// How long it takes to lower it by a millisecond, in nanoseconds.
  private static let timePerMillisecond: Int64 = 100_000_000

  /// In milliseconds, a multiple of the step: what exceeds it is not waited for.
  var most: Int
  /// The last of them is the one of now.
  private var courses: [Course]
  private var rest: Rest?

  init(most: Int) {
    self.most = most
    courses = [Course(began: HostTime(nanoseconds: 0), start: Self.step, goal: Self.step)]
  }

  /// In milliseconds: what it is, or will be once it was lowered.
  var goal: Int { courses.last?.goal ?? Self.step }

  /// Whether it would be lowered if no more than that were needed, in milliseconds.
  func isMoreThanEnough(for need: Int) -> Bool { rounded(need + Self.margin) < goal }

  /// Whether it will be lowered as time passes, unless more is needed by then.
  var isResting: Bool { rest != nil }

  /// In milliseconds: that of a stroke by when it was struck.
  func milliseconds(at gesture: HostTime) -> Int {
    let course = courses.last { $0.began <= gesture } ?? courses.first
    return course?.milliseconds(at: gesture) ?? goal
  }

  /// In milliseconds: the least of those of strokes between two times.
  func least(from start: HostTime, to end: HostTime) -> Int {
    // It only falls until the next course begins.
    let lasts = courses.map { $0.began.advanced(by: .init(nanoseconds: -1)) }
      .filter { start < $0 && $0 < end }
    return ([start, end] + lasts).map { milliseconds(at: $0) }.min() ?? goal
  }

  /// Follows what is needed, in milliseconds.
  mutating func follow(_ need: Int, at now: HostTime) {
    let forgotten = now.advanced(by: .init(nanoseconds: -Self.memory.nanoseconds))
    while courses.count > 1, courses[1].began <= forgotten { courses.removeFirst() }
    let wanted = rounded(need)
    guard wanted <= goal else { return go(to: wanted, at: now) }
    let enough = rounded(need + Self.margin)
    guard enough < goal else {
      rest = nil
      return
    }
    var resting = rest ?? Rest(began: now, highest: enough)
    resting.highest = max(resting.highest, enough)
    rest = resting
    guard resting.began.advanced(by: Self.patience) <= now else { return }
    go(to: resting.highest, at: now)
    if enough < goal { rest = Rest(began: now, highest: enough) }
  }

  private mutating func go(to goal: Int, at now: HostTime) {
    rest = nil
    courses.append(Course(began: now, start: max(milliseconds(at: now), goal), goal: goal))
  }

  private func rounded(_ need: Int) -> Int {
    let need = max(1, min(need, most))
    return (need + Self.step - 1) / Self.step * Self.step
  }
}
