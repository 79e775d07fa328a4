/// What a number in a clip code stands for: a voice and an envelope.
public struct Clip: Sendable, Hashable {
  /// The voice that is hit.
  public var voice: Voice
  /// The envelope of its hits.
  public var envelope: Envelope

  /// The number of clips of a pattern.
  public static let count = 16
  /// Their numbers as people count them.
  public static let numbers = 1...count

  /// `voice` with `envelope`.
  public init(_ voice: Voice, envelope: Envelope = .natural) {
    self.voice = voice
    self.envelope = envelope
  }

  /// The default clips, so that codes work in a new pattern: kick, snare, hi-hats, toms, cymbals, …
  public static let standard: [Clip?] = [
    .kick, .snare, .closedHat, .openHat, .pedalHat, .sideStick, .clap, .tom5, .tom3, .tom1, .crash,
    .ride, .rideBell, .cowbell, .tambourine, .bongo,
  ].map { (drum: Drum) in Clip(Voice(drum)) }
}

/// The attack and decay of a hit, if the synthesizer plays it. Real-time: yes.
public struct Envelope: BitwiseCopyable, Sendable, Hashable {
  /// Attack time in seconds, as `Knob.attack` allows; 0 is as recorded.
  public let attack: Float
  /// Seconds for the sound to decay by 60 dB, as `Knob.decay` allows; 0 is as recorded.
  public let decay: Float

  /// The longest attack in seconds.
  public static var longestAttack: Float { @_noLocks get { 5 } }
  /// The longest decay in seconds, of a hit or a drum.
  public static var longestDecay: Float { @_noLocks get { 20 } }
  /// The shortest decay that sounds: any shorter clicks.
  public static var shortestDecay: Float { @_noLocks get { 0.01 } }

  /// As recorded.
  public static let natural = Envelope(unchecked: 0, decay: 0)

  /// Nil outside the ranges of `Knob.attack` and `Knob.decay`.
  public init?(attack: Float, decay: Float) {
    guard Knob.attack.range.contains(Double(attack)),
      Knob.decay.range.contains(Double(decay))
    else { return nil }
    self.init(unchecked: attack, decay: decay)
  }

  private init(unchecked attack: Float, decay: Float) {
    self.attack = attack
    self.decay = decay
  }
}
