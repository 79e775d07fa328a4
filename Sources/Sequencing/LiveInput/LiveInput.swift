public import MIDI
import Rhythm

/// Interprets live MIDI: channel, note map, hi-hat pedal, cymbal chokes, controllers.
///
/// Only keeps the state that later messages need: the drum that each held note played, so that its
/// note-off ends the same one. Real-time: yes.
public struct LiveInput: BitwiseCopyable, Sendable {
  /// The channel to receive on, 0 to 15, or 255 for all.
  public var channel: UInt8
  /// Whether every control and note is reported instead of played: the next one is to be assigned.
  public var isLearning = false
  /// The index of the drum that each note played last; 255 for none.
  private var struckAs: InlineArray<128, UInt8>

  /// Receives on `channel` 0 to 15, or on all if 255.
  @_noLocks public init(channel: UInt8) {
    self.channel = channel
    struckAs = InlineArray(repeating: 255)
  }

  /// The action for `message`, with the program's map of notes and controllers, and the `pedal` of the
  /// device that sent it.
  @_noLocks public mutating func read(
    _ message: ShortMessage, pedal: inout HatPedal, in program: UnsafePointer<CompiledProgram>
  ) -> LiveAction {
    switch message.kind {
    case 0xFA: return .start
    case 0xFB: return .continue
    case 0xFC: return .stop
    case 0xF2: return .songPosition(message.songPosition)
    case 0xF0...0xFF: return .none
    default: break
    }
    // Pattern selection has its own channel, whatever the notes' channel is.
    if message.kind == 0xC0,
      unsafe program.pointee.input.selectsPatterns(channel: message.channel)
    {
      return .pattern(message.data1 & 127)
    }
    let isOwn = channel == 255 || message.channel == channel
    let control = unsafe control(message, isOwn: isOwn, in: program)
    if case .control = control { return control }
    guard isOwn else { return .none }
    switch message.kind {
    case 0x90 where message.data2 > 0:
      let action = unsafe struck(
        note: message.data1, velocity: message.data2, pedal: pedal, program)
      guard case .hit(let drum, let velocity, let decay, _) = action else { return action }
      let instead = heldDrum(of: message.data1)
      struckAs[Int(message.data1)] = drum.index
      return .hit(drum, velocity, decay: decay, instead: instead == drum ? nil : instead)
    case 0x80, 0x90: return released(note: message.data1)
    case 0xA0: return unsafe pressed(note: message.data1, pressure: message.data2, program)
    case 0xB0: return controlled(message.data1, value: message.data2, pedal: &pedal)
    case 0xC0: return .program(message.data1)
    default: return .none
    }
  }

  /// The report of a note, controller or pitch bend that is assigned; none for any other.
  @_noLocks private func control(
    _ message: ShortMessage, isOwn: Bool, in program: UnsafePointer<CompiledProgram>
  ) -> LiveAction {
    let (number, channel) = (message.data1, message.channel)
    switch message.kind {
    case 0x80, 0x90:
      let isPressed = message.kind == 0x90 && message.data2 > 0
      let isMapped = unsafe program.pointee.input.isControl(
        note: number, channel: channel, isOwn: isOwn)
      // A drum played before the note became an action is released all the same.
      let isHeld = isOwn && heldDrum(of: number) != nil
      guard isPressed || !isHeld, isMapped || isPressed && isLearning else { return .none }
      return .control(
        .note(number), value: isPressed ? UInt16(message.data2) : 0, channel: channel)
    // Channel mode messages keep their meaning whatever a patch maps; others may be mapped.
    case 0xB0 where number < 120:
      let isMapped = unsafe program.pointee.input.isControl(
        controller: number, channel: channel, isOwn: isOwn)
      guard isMapped || isLearning else { return .none }
      return .control(.controller(number), value: UInt16(message.data2), channel: channel)
    case 0xE0:
      let isMapped = unsafe program.pointee.input.isControl(bendOn: channel, isOwn: isOwn)
      guard isMapped || isLearning else { return .none }
      let value = UInt16(message.data1) | UInt16(message.data2) &<< 7
      return .control(.pitchBend, value: value, channel: channel)
    default: return .none
    }
  }

  @_noLocks private func struck(
    note: UInt8, velocity: UInt8, pedal: HatPedal, _ program: UnsafePointer<CompiledProgram>
  ) -> LiveAction {
    guard let drum = unsafe program.pointee.input.drum(note: note) else { return .none }
    let velocity = Velocity(clamping: Int(velocity))
    guard pedal.isKnown, isHat(drum) else {
      return .hit(drum, velocity, decay: 0, instead: nil)
    }
    switch pedal.position {
    case 0..<43: return .hit(openHat, velocity, decay: 0, instead: nil)
    case 43..<85: return .hit(openHat, velocity, decay: 0.25, instead: nil)
    default: return .hit(closedHat, velocity, decay: 0, instead: nil)
    }
  }

  @_noLocks private mutating func released(note: UInt8) -> LiveAction {
    guard let drum = heldDrum(of: note) else { return .none }
    struckAs[Int(note)] = 255
    return .release(drum)
  }

  @_noLocks private func heldDrum(of note: UInt8) -> Drum? {
    let struck = struckAs[Int(note)]
    return struck == 255 ? nil : Drum(clampingIndex: Int(struck))
  }

  /// Choking a cymbal by hand is sent as polyphonic aftertouch.
  @_noLocks private func pressed(
    note: UInt8, pressure: UInt8, _ program: UnsafePointer<CompiledProgram>
  ) -> LiveAction {
    guard pressure >= 64, let drum = unsafe program.pointee.input.drum(note: note),
      cymbals.contains(drum)
    else { return .none }
    var grabbed = DrumSet()
    grabbed.insert(drum)
    return .choke(grabbed)
  }

  @_noLocks private func controlled(
    _ controller: UInt8, value: UInt8, pedal: inout HatPedal
  ) -> LiveAction {
    switch controller {
    case 4: return moved(&pedal, to: value)
    case 121:
      pedal = HatPedal()
      return .controller(controller, value)
    case 7, 10, 11, 91: return .controller(controller, value)
    case 120: return .allSoundOff
    // Omni and mono/poly mode changes also mean all notes off (MIDI 1.0, channel mode messages).
    case 123...127: return .allNotesOff
    default: return .none
    }
  }

  /// Closing the pedal chokes an open hi-hat that sounds.
  @_noLocks private func moved(_ pedal: inout HatPedal, to value: UInt8) -> LiveAction {
    // A pedal without a message so far may have been open.
    let wasOpen = pedal.position < 85 || !pedal.isKnown
    pedal.position = value
    guard wasOpen, value >= 85 else { return .none }
    var open = DrumSet()
    open.insert(openHat)
    return .choke(open)
  }

  private var closedHat: Drum { @_noLocks get { Drum(clampingIndex: 42 - 35) } }
  private var openHat: Drum { @_noLocks get { Drum(clampingIndex: 46 - 35) } }

  @_noLocks private func isHat(_ drum: Drum) -> Bool { drum == closedHat || drum == openHat }

  /// Open hi-hat, crashes, rides, china, bell and splash: notes 46, 49, 51, 52, 53, 55, 57, 59.
  private var cymbals: DrumSet {
    @_noLocks get { DrumSet(bits: 0b1_0101_0111_0100_1000_0000_0000) }
  }
}
