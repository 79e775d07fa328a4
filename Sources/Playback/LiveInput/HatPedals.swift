import MIDI
import Ports
import Rhythm
import Sequencing

/// The hi-hat pedals of all devices: a kit's must not open the hats of another device. Real-time: yes.
///
/// A pedal that strikes nothing itself is one for hands that have none: it opens and closes what is struck by
/// devices without a pedal of their own.
struct HatPedals {
  /// The most devices whose pedals are kept; what more of them send of theirs has no effect.
  static var capacity: Int { @_noLocks get { 16 } }

  private struct Device: BitwiseCopyable {
    var source = MessageSource.jack
    var pedal = HatPedal()
    var strikes = false
  }

  private var devices: InlineArray<16, Device>
  private var count = 0

  @_noLocks init() { devices = InlineArray(repeating: Device()) }

  /// What `message` of a device asks for, as `reader` takes it with the pedal that is for that device.
  @_noLocks mutating func read(
    _ message: ShortMessage, from source: MessageSource, by reader: inout LiveInput,
    in program: UnsafePointer<CompiledProgram>
  ) -> LiveAction {
    let place = place(of: source)
    let own = place < count ? devices[place].pedal : HatPedal()
    // What it strikes may be for another's pedal; what its own pedal does is not.
    var pedal = message.kind == 0x90 ? pedal(for: source) : own
    let action = unsafe reader.read(message, pedal: &pedal, in: program)
    if message.kind != 0x90 {
      set(pedal, of: source)
    } else if place < count, case .hit(let drum, _, _, _) = action, drum != .pedalHat {
      // Pedals send the hat they close as well.
      devices[place].strikes = true
    }
    return action
  }

  /// Forgets where they stand.
  @_noLocks mutating func removeAll() { count = 0 }

  /// The pedal for what a device strikes.
  @_noLocks func pedal(for source: MessageSource) -> HatPedal {
    let own = place(of: source)
    if own < count, devices[own].pedal.isKnown { return devices[own].pedal }
    var place = 0
    while place < count {
      if !devices[place].strikes, devices[place].pedal.isKnown { return devices[place].pedal }
      place &+= 1
    }
    return HatPedal()
  }

  @_noLocks private mutating func set(_ pedal: HatPedal, of source: MessageSource) {
    let place = place(of: source)
    if place == count {
      // Most devices have none.
      guard pedal.isKnown, count < Self.capacity else { return }
      devices[place] = Device(source: source)
      count &+= 1
    }
    devices[place].pedal = pedal
  }

  /// The index of a device, or the first free one.
  @_noLocks private func place(of source: MessageSource) -> Int {
    var place = 0
    while place < count {
      if devices[place].source == source { return place }
      place &+= 1
    }
    return place
  }
}
