import MusicalTime
import Rhythm

/// The random choices for one step in one loop: a hash of its identity, so that they do not depend
/// on how playback got there or on other lanes. Real-time: yes.
struct StepRandom: BitwiseCopyable {
  private let key: UInt64

  @_noLocks init(
    seed: UInt64, round: Int64, section: Int, loop: Int64, lane: Voice, step: UInt16
  ) {
    var key = Self.next(seed)
    key = Self.next(key ^ UInt64(truncatingIfNeeded: round))
    key = Self.next(key ^ UInt64(truncatingIfNeeded: section))
    key = Self.next(key ^ UInt64(truncatingIfNeeded: loop))
    self.key = Self.next(key ^ (UInt64(lane.key) &<< 16 | UInt64(step)))
  }

  /// Whether an event with this probability happens here.
  @_noLocks func happens(_ percent: UInt8) -> Bool {
    Self.unit(Self.next(key ^ 1)) * 100 < Double(percent)
  }

  /// The random shift of ratchet hit `ratchet` in time and in velocity, each −1 to 1; small values
  /// are more likely.
  @_noLocks func loose(_ ratchet: UInt8) -> (time: Double, velocity: Double) {
    let time = Self.next(key ^ (UInt64(ratchet) &<< 8 | 2))
    let velocity = Self.next(key ^ (UInt64(ratchet) &<< 8 | 3))
    return (Self.triangle(time), Self.triangle(velocity))
  }

  @_noLocks private static func triangle(_ bits: UInt64) -> Double {
    let (a, b) = (bits &>> 32, bits & 0xFFFF_FFFF)
    return (Double(a) - Double(b)) / 4_294_967_296
  }

  @_noLocks private static func unit(_ bits: UInt64) -> Double {
    Double(bits &>> 11) / 9_007_199_254_740_992
  }

  /// A SplitMix64 step and its finaliser; the increment keeps 0 from mapping to 0.
  @_noLocks private static func next(_ value: UInt64) -> UInt64 {
    mixed(value &+ 0x9E37_79B9_7F4A_7C15)
  }
}
