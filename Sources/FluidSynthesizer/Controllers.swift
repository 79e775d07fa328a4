internal import CFluidSynth

/// The values of the General MIDI controllers that FluidSynth uses, to initialise a new kit.
struct Controllers: BitwiseCopyable {
  var volume: UInt8 = 100
  var pan: UInt8 = 64
  var expression: UInt8 = 127

  @_noLocks init() {}

  /// Stores a value; other controllers are ignored.
  @_noLocks mutating func set(_ number: UInt8, _ value: UInt8) {
    switch number {
    case 7: volume = value
    case 10: pan = value
    case 11: expression = value
    default: break
    }
  }

  /// Sends the values that `wanted` has otherwise to every channel of a kit, and takes them over; at
  /// most once per block, because each call takes a while.
  @_noLocks mutating func follow(_ wanted: Controllers, in synth: borrowing FluidHandle) {
    if wanted.volume != volume { synth.control(7, wanted.volume) }
    if wanted.pan != pan { synth.control(10, wanted.pan) }
    if wanted.expression != expression { synth.control(11, wanted.expression) }
    self = wanted
  }
}

extension FluidHandle {
  @_noLocks fileprivate func control(_ number: Int32, _ value: UInt8) {
    for channel in 0..<Int32(2 &* drumCount) {
      _ = unsafe fluid_synth_cc(synth, channel, number, Int32(value))
    }
    _ = unsafe fluid_synth_cc(synth, groups.keyChannel, number, Int32(value))
  }
}
