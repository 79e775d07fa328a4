/// What one of a pattern's sixteen numbers stands for in a code: a voice, and how its hits swell and
/// fade.
public struct Clip: Sendable, Hashable {
  public var voice: Voice
  public var envelope: Envelope

  /// How many clips a pattern has.
  public static let count = 16

  public init(_ voice: Voice, envelope: Envelope = .natural) {
    self.voice = voice
    self.envelope = envelope
  }

  /// A kit's drums, so that a code plays from a blank page: kick, snare, hats, toms, cymbals, …
  public static let standard: [Clip?] = [
    .kick, .snare, .closedHat, .openHat, .pedalHat, .sideStick, .clap, .tom5, .tom3, .tom1, .crash,
    .ride, .rideBell, .cowbell, .tambourine, .bongo,
  ].map { (drum: Drum) in Clip(Voice(drum)) }
}

/// How a hit swells and fades, where the synthesizer plays it. Real-time: yes.
public struct Envelope: BitwiseCopyable, Sendable, Hashable {
  /// Seconds until it is as loud as it gets, 0 to 5; 0 is as recorded.
  public let attack: Float
  /// Seconds until it has fallen by 60 dB, 0 to 20; 0 is as recorded.
  public let decay: Float

  /// As recorded.
  public static let natural = Envelope(unchecked: 0, decay: 0)

  /// Nil outside 0 to 5 s and 0 to 20 s.
  public init?(attack: Float, decay: Float) {
    guard (0...5).contains(attack), (0...20).contains(decay) else { return nil }
    self.init(unchecked: attack, decay: decay)
  }

  private init(unchecked attack: Float, decay: Float) {
    self.attack = attack
    self.decay = decay
  }
}
