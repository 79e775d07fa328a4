/// Which of the times that phones send with their samples are taken: a phone's clock may be another one than ours.
struct SensorClocks: Sendable {
  /// How long a phone's times are not taken after one that was too far ahead, in nanoseconds.
  static let memory: Int64 = 10_000_000_000
  /// Phones at a time; the one whose time was ahead longest ago gives way.
  static let most = MotionReader.most

  /// How old the time of a sample may be as it comes, in nanoseconds.
  private let ages: ClosedRange<Int64>
  /// When a phone's time was last too far ahead, by the monotonic clock.
  private var ahead: [String: Int64] = [:]

  init(ages: ClosedRange<Int64>) { self.ages = ages }

  /// How many phones are ahead.
  var count: Int { ahead.count }

  /// The `time` of a sample that comes `now` from `phone`, both in nanoseconds by the monotonic clock; nil if it is too old,
  /// or if that phone was too far ahead in the last 10 s.
  ///
  /// Near the bound, some samples would have a time that is to come, and the next ones, which are late, that of now,
  /// which is earlier: a stroke detector takes no sample from before the last one.
  mutating func time(_ time: Int64, of phone: String, at now: Int64) -> Int64? {
    let age = now - time
    if age < ages.lowerBound { note(phone, at: now) }
    if let latest = ahead[phone] {
      guard now - latest >= Self.memory else { return nil }
      ahead[phone] = nil
    }
    return ages.contains(age) ? time : nil
  }

  private mutating func note(_ phone: String, at now: Int64) {
    if ahead[phone] == nil, ahead.count >= Self.most,
      let oldest = ahead.min(by: { $0.value < $1.value })
    {
      ahead[oldest.key] = nil
    }
    ahead[phone] = now
  }
}
