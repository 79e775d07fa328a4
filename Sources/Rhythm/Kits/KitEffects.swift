public import MusicalTime

/// The effects that a kit's drums are sent to: one reverb and one delay in tempo. Real-time: yes.
public struct KitEffects: BitwiseCopyable, Sendable, Hashable {
  /// Seconds for the reverb to decay by 60 dB, as `Knob.reverbDecay` allows.
  public var reverbDecay: Float = 1.3
  /// The time from one echo to the next.
  public var delayTime = DelayTime.standard
  /// The share of an echo that is heard again in the next one, as `Knob.delayFeedback` allows.
  public var delayFeedback: Float = 0.35
  /// Each echo after the first is duller than the one before: cutoff of a low-pass filter in Hz, as
  /// `Knob.delayTone` allows; its highest leaves it out.
  public var delayTone: Float = 6000

  /// The highest `delayTone`, which leaves the filter out.
  public static var openTone: Float { @_noLocks get { 20_000 } }

  /// A dotted eighth note and a small room.
  public init() {}
}

extension KitEffects {
  /// Its numbers, in the order in which a patch writes them.
  public static let knobs: [KnobField<KitEffects>] = [
    KnobField(.reverbDecay, get: { Double($0.reverbDecay) }, set: { $0.reverbDecay = Float($1) }),
    KnobField(
      .delayFeedback, get: { Double($0.delayFeedback) }, set: { $0.delayFeedback = Float($1) }),
    KnobField(.delayTone, get: { Double($0.delayTone) }, set: { $0.delayTone = Float($1) }),
  ]
}

/// The time of a delay in beats, written as a note value (`1/8`, dotted `1/8.`, of a triplet `1/8t`) or as
/// a number or ratio of beats (`0.75`, `3:4`).
public struct DelayTime: BitwiseCopyable, Sendable, Hashable {
  /// Quarter notes.
  public let beats: Beats

  /// A dotted eighth note.
  public static var standard: DelayTime { DelayTime(beats: Beats(3, over: 4)) }

  /// The shortest and the longest.
  public static var range: ClosedRange<Beats> { Beats(1, over: 16)...Beats(8) }

  private init(beats: Beats) { self.beats = beats }

  /// Nil outside `range`.
  public init?(exactly beats: Beats) {
    guard Self.range.contains(beats) else { return nil }
    self.init(beats: beats)
  }

  /// Reads the notation; nil for anything else and for times out of range.
  public init?(_ text: String) {
    if text.hasPrefix("1/") {
      var digits = text.dropFirst(2)
      var beats = Beats(4)
      if digits.last == "." {
        (digits, beats) = (digits.dropLast(), Beats(6))
      } else if digits.last == "t" {
        (digits, beats) = (digits.dropLast(), Beats(8, over: 3))
      }
      guard let note = Int64(digits), Self.notes.contains(note) else { return nil }
      self.init(exactly: Beats(units: beats.units / note))
      return
    }
    guard !text.contains("/"), text.count(where: { $0 == ":" }) <= 1,
      let beats = Beats(fraction: text.replacing(":", with: "/"))
    else { return nil }
    self.init(exactly: beats)
  }

  private static let notes: [Int64] = [1, 2, 4, 8, 16, 32, 64]
}

extension DelayTime: CustomStringConvertible {
  /// The notation, as a note value where there is one; reads as the same.
  public var description: String {
    for note in Self.notes {
      for (mark, beats) in [("", Beats(4)), (".", Beats(6)), ("t", Beats(8, over: 3))]
      where beats.units / note == self.beats.units {
        return "1/\(note)\(mark)"
      }
    }
    let fraction = beats.fraction
    return fraction.contains("/") ? fraction.replacing("/", with: ":") : fraction
  }
}
