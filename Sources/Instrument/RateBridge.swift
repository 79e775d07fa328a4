import Foundation
public import MusicalTime
import Playback
import RealTime

/// Connects an instrument to a device with another sample rate: computes how many frames a cycle
/// needs, and resamples them with a windowed sinc.
///
/// Initialisation takes a while; methods marked so are real-time.
@safe public struct RateBridge: ~Copyable {
  /// The instrument's sample rate.
  public let own: SampleRate
  /// The device's sample rate.
  public let device: SampleRate

  /// The number of fractional positions between two samples with their own coefficients.
  private static var phases: Int { @_noLocks get { 256 } }

  /// Samples on each side of a point that contribute to it.
  private let half: Int
  private let taps: Int
  private let channels: Int
  private let stride: Int
  /// One row of `taps` coefficients per phase, and one more.
  private let table: UnsafeMutablePointer<Float>
  /// For each channel its last `taps` samples, followed by the current block.
  private let samples: UnsafeMutablePointer<Float>
  /// The distance from the last sample to the next output point, in 1/`device` samples.
  private var lead: Int64

  /// A bridge for `channels` outputs, initially silent.
  public init(from own: SampleRate, to device: SampleRate, channels: Int) {
    self.own = own
    self.device = device
    self.channels = channels
    half = 24 * Int(max(1, (own.hertz + device.hertz - 1) / device.hertz))
    taps = 2 * half
    stride = taps + InstrumentAudio.largestBlock
    unsafe table = .allocate(capacity: (Self.phases + 1) * taps)
    unsafe table.initialize(repeating: 0, count: (Self.phases + 1) * taps)
    unsafe samples = .allocate(capacity: channels * stride)
    unsafe samples.initialize(repeating: 0, count: channels * stride)
    lead = device.hertz
    let cutoff = 0.94 * min(1, Double(device.hertz) / Double(own.hertz))
    for phase in 0...Self.phases {
      let row = Self.row(at: Double(phase) / Double(Self.phases), half: half, cutoff: cutoff)
      for tap in 0..<taps { unsafe table[phase * taps + tap] = Float(row[tap]) }
    }
  }

  deinit {
    unsafe table.deallocate()
    unsafe samples.deallocate()
  }

  /// The coefficients of the samples up to `half` before and after a point `fraction` after one;
  /// their sum is 1. Kaiser window with β = 9: aliases are 90 dB down.
  private static func row(at fraction: Double, half: Int, cutoff: Double) -> [Double] {
    let weights = (0..<2 * half).map { tap -> Double in
      let away = Double(half - tap) - fraction
      let edge = away / Double(half)
      guard edge.magnitude < 1 else { return 0 }
      let angle = Double.pi * away * cutoff
      let sinc = angle.magnitude < 1e-9 ? 1 : sin(angle) / angle
      return sinc * bessel(9 * (1 - edge * edge).squareRoot())
    }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }

  /// The modified Bessel function of the first kind and order 0.
  private static func bessel(_ x: Double) -> Double {
    var (term, sum) = (1.0, 1.0)
    for index in 1..<40 {
      term *= (x / 2 / Double(index)) * (x / 2 / Double(index))
      sum += term
    }
    return sum
  }

  /// The latency of resampling in the instrument's frames. Real-time: yes.
  public var latency: Int { @_noLocks get { half } }

  /// The largest device cycle that one block of the instrument can cover, in frames. Real-time:
  /// yes.
  public var largestCycle: Int {
    @_noLocks get {
      let frames = Int64(InstrumentAudio.largestBlock &- 2) &* device.hertz / own.hertz
      return max(1, Int(truncatingIfNeeded: frames))
    }
  }

  /// The number of frames that the instrument must make for the device's next `frames`. Real-time:
  /// yes.
  @_noLocks public func framesNeeded(for frames: Int) -> Int {
    let last = lead &+ Int64(frames &- 1) &* own.hertz
    return Int(truncatingIfNeeded: max(last / device.hertz, 0))
  }

  /// Converts device frames to the instrument's frames, rounded down. Real-time: yes.
  @_noLocks public func ownFrames(_ frames: Int64) -> Int64 {
    let product = Int128(frames) * Int128(own.hertz)
    return Int64(truncatingIfNeeded: product / Int128(device.hertz))
  }

  /// Converts the instrument's frames to device frames, rounded down. Real-time: yes.
  @_noLocks public func deviceFrames(_ frames: Int64) -> Int64 {
    let product = Int128(frames) * Int128(device.hertz)
    return Int64(truncatingIfNeeded: product / Int128(own.hertz))
  }

  /// The buffer for a channel's next block. Real-time: yes.
  @_noLocks public func block(_ channel: Int) -> UnsafeMutablePointer<Float> {
    unsafe samples + (channel &* stride &+ taps)
  }

  /// Sets these buffers as the instrument's outputs for its next block. Real-time: yes.
  @_noLocks public func connect(to audio: InstrumentAudio) {
    var channel = 0
    while channel < channels {
      unsafe audio.setOutput(channel, to: block(channel))
      channel &+= 1
    }
  }

  /// Writes a channel's next `frames` device frames, resampled from the current block. Real-time:
  /// yes.
  @_noLocks public func write(
    _ channel: Int, to output: UnsafeMutablePointer<Float>, frames: Int
  ) {
    guard channel < channels else { return }
    // The last sample before this block; `lead` is counted from it.
    let last = unsafe samples + (channel &* stride &+ taps &- 1)
    var place = lead
    var frame = 0
    while frame < frames {
      let whole = Int(truncatingIfNeeded: place / device.hertz)
      let rest = Float(place &- Int64(whole) &* device.hertz) / Float(device.hertz)
      let phase = rest * Float(Self.phases)
      let row = min(Int(phase), Self.phases &- 1)
      unsafe output[frame] = unsafe sum(
        of: last + whole, row: table + row &* taps, part: phase - Float(row))
      place &+= own.hertz
      frame &+= 1
    }
  }

  /// The samples up to `newest`, weighted by coefficients interpolated at `part` between two rows.
  @_noLocks private func sum(
    of newest: UnsafeMutablePointer<Float>, row: UnsafeMutablePointer<Float>, part: Float
  ) -> Float {
    let next = unsafe row + taps
    var (sum, later): (Float, Float) = (0, 0)
    var tap = 0
    while tap < taps {
      let sample = unsafe newest[0 &- tap]
      unsafe sum += sample * row[tap]
      unsafe later += sample * next[tap]
      tap &+= 1
    }
    return sum + part * (later - sum)
  }

  /// Advances past a block of `made` frames that gave `frames` device frames. Real-time: yes.
  @_noLocks public mutating func advance(made: Int, frames: Int) {
    lead = lead &+ Int64(frames) &* own.hertz &- Int64(made) &* device.hertz
    var channel = 0
    while channel < channels {
      let start = unsafe samples + channel &* stride
      var tap = 0
      while tap < taps {
        unsafe start[tap] = unsafe start[tap &+ made]
        tap &+= 1
      }
      channel &+= 1
    }
  }
}
