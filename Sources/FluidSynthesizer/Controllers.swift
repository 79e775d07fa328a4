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
}

/// The controller values that a kit is to have, and those that FluidSynth was sent last.
struct SentControllers: BitwiseCopyable {
  var wanted = Controllers()
  private var sent = Controllers()

  @_noLocks init() {}

  /// Sends the values that have changed to every channel; at most once per block, because each call
  /// takes a while.
  @_noLocks mutating func send(to synth: borrowing FluidHandle) {
    if wanted.volume != sent.volume { synth.control(7, wanted.volume) }
    if wanted.pan != sent.pan { synth.control(10, wanted.pan) }
    if wanted.expression != sent.expression { synth.control(11, wanted.expression) }
    sent = wanted
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
