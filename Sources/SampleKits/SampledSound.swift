/// A recording: one or two channels of equal length, at its own rate.
public struct SampledSound: Sendable, Hashable {
  /// As displayed; files use the name of the file.
  public var name: String
  /// Frames a second.
  public var rate: Int
  /// One or two channels; full scale is 1.
  public var channels: [[Float]]
  /// The frames that the file repeats while a note is held.
  public var loop: Range<Int>?
  /// The factor for its level in a kit.
  public var gain = 1.0
  /// Semitones above its own pitch.
  public var tuning = 0.0

  /// A recording; more than two channels are mixed to one.
  public init(name: String, rate: Int, channels: [[Float]], loop: Range<Int>? = nil) {
    self.name = name
    self.rate = rate
    self.loop = loop
    // Both channels alike are one.
    let isMono = channels.count == 2 && channels[0] == channels[1]
    self.channels =
      isMono ? [channels[0]] : channels.count <= 2 ? channels : [Self.mixed(channels)]
  }

  private static func mixed(_ channels: [[Float]]) -> [Float] {
    var sum = channels[0]
    for channel in channels.dropFirst() {
      for index in sum.indices where index < channel.count { sum[index] += channel[index] }
    }
    return sum.map { $0 / Float(channels.count) }
  }

  /// The number of frames.
  public var frameCount: Int { channels.first?.count ?? 0 }

  /// The largest amplitude.
  public var peak: Float { channels.flatMap { [$0.lazy.map(abs).max() ?? 0] }.max() ?? 0 }

  /// The root mean square of its loudest 50 ms, over both channels: how loud a stroke is, whatever the
  /// length of its recording.
  public var loudness: Double {
    let window = max(rate / 20, 1)
    var best = 0.0
    for channel in channels {
      var (sum, index) = (0.0, 0)
      for sample in channel {
        sum += Double(sample) * Double(sample)
        if index >= window {
          let old = Double(channel[index - window])
          sum -= old * old
        }
        best = max(best, sum)
        index += 1
      }
    }
    return (best / Double(window)).squareRoot()
  }
}

// MARK: Shaping

extension SampledSound {
  /// The level of silence: −60 dB below the peak.
  private static let silence: Float = 0.001
  /// The share of loudness, −20 dB, below which channels that were mixed cancel each other out.
  private static let cancelled = 0.1

  /// Without silence at the ends, with a millisecond before the first sound and a fade of 5 ms at the
  /// end. A loop is kept whole.
  public func trimmed() -> SampledSound {
    let limit = peak * Self.silence
    guard limit > 0, let first = firstFrame(above: limit), let last = lastFrame(above: limit) else {
      return self
    }
    let start = min(max(first - rate / 1_000, 0), loop?.lowerBound ?? .max)
    let end = max(min(last + rate / 200 + 1, frameCount), loop?.upperBound ?? 0)
    var cut = self
    cut.channels = channels.map { Array($0[start..<end]) }
    cut.loop = loop.map { $0.lowerBound - start..<$0.upperBound - start }
    return loop == nil ? cut.faded() : cut
  }

  /// Fades out over the last 5 ms.
  private func faded() -> SampledSound {
    var faded = self
    let length = min(max(rate / 200, 1), frameCount)
    for channel in faded.channels.indices {
      for index in 0..<length {
        faded.channels[channel][frameCount - 1 - index] *= Float(index) / Float(length)
      }
    }
    return faded
  }

  /// From the end to the beginning, with a short fade at both ends.
  public func reversed() -> SampledSound {
    var turned = self
    turned.channels = channels.map { $0.reversed() }
    turned.loop = nil
    return turned.faded()
  }

  /// Both channels as one; the louder alone where they cancel each other out.
  public func folded() -> SampledSound {
    guard channels.count > 1 else { return self }
    let mono = [Self.mixed(channels)]
    let mixed = SampledSound(name: name, rate: rate, channels: mono, loop: loop)
    let louder = channels.max { ($0.lazy.map(abs).max() ?? 0) < ($1.lazy.map(abs).max() ?? 0) }
    guard mixed.loudness < loudness * Self.cancelled, let louder else {
      return mixed.with(gain: gain, tuning: tuning)
    }
    return SampledSound(name: name, rate: rate, channels: [louder], loop: loop)
      .with(gain: gain, tuning: tuning)
  }

  private func with(gain: Double, tuning: Double) -> SampledSound {
    var copy = self
    (copy.gain, copy.tuning) = (gain, tuning)
    return copy
  }

  private func firstFrame(above limit: Float) -> Int? {
    channels.compactMap { $0.firstIndex { abs($0) > limit } }.min()
  }

  private func lastFrame(above limit: Float) -> Int? {
    channels.compactMap { $0.lastIndex { abs($0) > limit } }.max()
  }
}
