/// A hit as the model represents it: four integers, each counted from 0.
public struct Token: BitwiseCopyable, Sendable, Hashable {
  /// Sixteenths since the last hit (or the beginning), 0 to 33; 33 stands for any longer wait.
  public var wait: UInt8
  /// Index in the vocabulary's drums, 0 to 12.
  public var drum: UInt8
  /// Micro-timing in ticks of 1/96 beat from half a sixteenth before the step, 0 to 23; 12 is on
  /// the step.
  public var offset: UInt8
  /// Velocity in bins of four, 0 to 31.
  public var velocity: UInt8

  /// The longest wait: two bars and a sixteenth.
  public static let longestWait = 2 * Vocabulary.stepsPerBar + 1

  /// A token of these values.
  public init(wait: UInt8, drum: UInt8, offset: UInt8, velocity: UInt8) {
    self.wait = wait
    self.drum = drum
    self.offset = offset
    self.velocity = velocity
  }

  /// The value of one attribute.
  public subscript(attribute: Attribute) -> Int {
    switch attribute {
    case .step: Int(wait)
    case .drum: Int(drum)
    case .offset: Int(offset)
    case .velocity: Int(velocity)
    }
  }
}

/// A token and its sixteenth, counted from the beginning.
public struct PlacedToken: BitwiseCopyable, Sendable, Hashable {
  /// The token.
  public var token: Token
  /// The sixteenth nearest to the hit, counted from 0; a wait over 33 is only visible here.
  public var step: Int
  /// The exact velocity, 1 to 127.
  public var velocity: UInt8

  /// `token` at `step`.
  public init(token: Token, step: Int, velocity: UInt8) {
    self.token = token
    self.step = step
    self.velocity = velocity
  }
}
