/// How loud a while of an output was, 1 at full scale. Real-time: yes.
public struct OutputLevel: BitwiseCopyable, Sendable, Hashable {
  /// The largest magnitude.
  public var peak: Float
  /// The mean of the squares.
  public var meanSquare: Float

  /// Silence.
  @_noLocks public init() { (peak, meanSquare) = (0, 0) }

  /// The root of the mean square.
  public var rms: Float { meanSquare.squareRoot() }

  @_noLocks mutating func add(_ sample: Float) {
    let magnitude = sample < 0 ? -sample : sample
    if magnitude > peak { peak = magnitude }
    meanSquare += sample * sample
  }
}

/// How loud all outputs were in the latest whole thirtieth of a second. Real-time: yes.
public struct OutputLevels: BitwiseCopyable, Sendable {
  /// The most outputs: left and right of 26 drums.
  public static var mostOutputs: Int { @_noLocks get { 52 } }

  /// Another number means another while.
  public var number = 0
  /// The sum of all pairs.
  public var left = OutputLevel()
  /// The sum of the right outputs of all pairs.
  public var right = OutputLevel()
  /// Left and right of each pair, where there are several.
  public var outputs = InlineArray<52, OutputLevel>(repeating: OutputLevel())

  /// Silence.
  @_noLocks public init() {}
}

/// A frame of what is played, in 16 bits a channel.
public struct StereoFrame: BitwiseCopyable, Sendable, Hashable {
  /// Full scale is ±32 767.
  public var left: Int16
  /// Full scale is ±32 767.
  public var right: Int16

  @_noLocks init(left: Float, right: Float) {
    self.left = Self.sample(left)
    self.right = Self.sample(right)
  }

  /// A sample as 16 bits, full scale 1; what is not a number is silence.
  @_noLocks public static func sample(_ value: Float) -> Int16 {
    if value >= 1 { return 32_767 }
    if value <= -1 { return -32_767 }
    guard value == value else { return 0 }
    return Int16(value * 32_767 + (value < 0 ? -0.5 : 0.5))
  }
}
