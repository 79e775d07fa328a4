/// What Hydrogen keeps and Ghostnote does not, and what was asked of the session that it does not show yet.
struct HydrogenMemory: Sendable, Hashable {
  /// The instrument that is selected, counted from 0.
  var instrument = 0
  /// The level before it was muted, in dB.
  var levelBeforeMute: Double?
  private var asked: [HydrogenSetting: Asked] = [:]

  private struct Asked: Sendable, Hashable {
    var value: Double
    /// `CLOCK_MONOTONIC`.
    var time: Int64
  }

  /// How long what was asked for counts where the session does not show it, in nanoseconds.
  private static let longest: Int64 = 1_000_000_000

  /// What `setting` was asked to become, until the session shows it; else what the session shows. Messages come
  /// faster than the session says what became of them.
  func value(_ setting: HydrogenSetting, _ call: HydrogenAddress.Call) -> Double {
    asked[setting].flatMap { expected(setting, $0, call.session, at: call.time) }
      ?? setting.value(in: call.session, at: call.time)
  }

  /// Whether a switch is on, or was asked to be.
  func isOn(_ setting: HydrogenSetting, _ call: HydrogenAddress.Call) -> Bool {
    value(setting, call) != 0
  }

  /// The session is asked for that value.
  mutating func ask(_ setting: HydrogenSetting, _ value: Double, _ call: HydrogenAddress.Call) {
    asked[setting] = Asked(value: value, time: call.time)
  }

  /// The same, of a switch.
  mutating func ask(_ setting: HydrogenSetting, isOn: Bool, _ call: HydrogenAddress.Call) {
    ask(setting, isOn ? 1 : 0, call)
  }

  /// Forgets what the session shows by now, and what it will not show any more.
  mutating func compare(with session: SessionPicture, at time: Int64) {
    asked = asked.filter { setting, asked in
      guard let expected = expected(setting, asked, session, at: time) else { return false }
      return abs(expected - setting.value(in: session, at: time)) > setting.tolerance
    }
  }

  /// What was asked for did not happen.
  mutating func forgetAsked() { asked = [:] }

  /// The value that `asked` has led to by then; nil where that is too long ago.
  private func expected(
    _ setting: HydrogenSetting, _ asked: Asked, _ session: SessionPicture, at time: Int64
  ) -> Double? {
    let age = time - asked.time
    guard age < Self.longest else { return nil }
    return setting == .beat ? asked.value + session.beats(in: age) : asked.value
  }
}
