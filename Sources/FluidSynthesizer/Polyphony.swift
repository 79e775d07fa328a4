internal import MusicalTime
internal import Rhythm

/// How many voices a kit sounds at once; a stereo stroke takes two.
///
/// FluidSynth ends inaudible voices itself: each that falls below its noise floor and, beyond this number, the one that
/// its overflow rule takes for the least important, by age and loudness. Ending more of them here was tried: to save half
/// the time of dense rolls, voices that are heard would have to end (docs/research-log.md, “Ending voices that cannot be
/// heard”).
public enum Polyphony: Sendable, Equatable {
  /// This number, clamped to `range`.
  case voices(Int)
  /// As many as this machine renders in 40 % of the time they last, within `affordableRange`.
  ///
  /// Measured when the kit is loaded; the fewest where no drum of it sounds. 64 are more than any factory patch
  /// sounds at once.
  case affordable

  /// The numbers of voices that can be set.
  public static let range = 16...4_096

  /// What `affordable` chooses from.
  public static let affordableRange = 64...256
  /// The share of the time that all voices together may take.
  static let affordableShare = 0.4

  /// The voices that a synthesizer is prepared for.
  public var prepared: Int {
    switch self {
    case .voices(let count): min(max(count, Self.range.lowerBound), Self.range.upperBound)
    case .affordable: Self.affordableRange.upperBound
    }
  }

  /// The voices that a machine can render, each of which costs `cost` of the time it lasts; the fewest where
  /// that is not known.
  static func affordable(at cost: Double?) -> Int {
    guard let cost else { return affordableRange.lowerBound }
    let count = affordableShare / max(cost, 1e-6)
    return Int(
      min(max(count, Double(affordableRange.lowerBound)), Double(affordableRange.upperBound)))
  }
}

extension KitVoices {
  /// What one voice costs on this machine, as a share of the time it lasts; nil where no drum sounds.
  /// Real-time: no.
  ///
  /// Strikes every drum twice and times the fastest of some blocks against silent ones.
  mutating func costOfVoice(at rate: SampleRate) -> Double? {
    let frames = 256
    let waste = UnsafeMutablePointer<Float>.allocate(capacity: frames)
    unsafe waste.initialize(repeating: 0, count: frames)
    defer { unsafe waste.deallocate() }
    let outputs = unsafe [UnsafeMutablePointer<Float>](repeating: waste, count: 52)
    let silent = unsafe fastest(of: outputs, frames)
    for drum in Drum.all + Drum.all { _ = begin(Int32(drum.index), key(of: drum), 100) }
    let busy = unsafe fastest(of: outputs, frames)
    let voices = activeVoices
    guard voices > 0 else { return nil }
    let lasts = Double(frames) / Double(rate.hertz)
    return max(0, busy - silent) / lasts / Double(voices)
  }

  /// The seconds that the fastest of eight calls takes: the others were interrupted.
  private mutating func fastest(
    of outputs: [UnsafeMutablePointer<Float>], _ frames: Int
  ) -> Double {
    var fastest = Double.infinity
    for _ in 0..<8 {
      let started = ContinuousClock.now
      unsafe outputs.withUnsafeBufferPointer { pointers in
        guard let first = pointers.baseAddress else { return }
        unsafe render(frames: frames, outputs: first, from: 0)
      }
      let taken = (ContinuousClock.now - started).components
      fastest = min(fastest, Double(taken.seconds) + Double(taken.attoseconds) * 1e-18)
    }
    return fastest
  }
}
