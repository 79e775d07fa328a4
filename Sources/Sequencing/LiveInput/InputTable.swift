public import Rhythm

/// The input map in a flat form for the audio thread. Real-time: yes.
public struct InputTable: BitwiseCopyable, Sendable {
  /// Drum index by note; 255 for none.
  var drums: InlineArray<128, UInt8>
  /// By note, a bit for each channel on which it is a control, and the 17th for the channel that notes
  /// are received on.
  var controlNotes: InlineArray<128, UInt32>
  /// The same by controller.
  var controlControllers: InlineArray<128, UInt32>
  /// The same of pitch bend.
  var controlBends: UInt32 = 0
  /// The channel 0 to 15 whose Program Change selects patterns; 255 for none.
  var patternChannel: UInt8

  /// Converts a patch's `map`.
  public init(_ map: InputMap = InputMap(notes: [:], controls: [])) {
    drums = InlineArray { map.drum(forNote: UInt8($0))?.index ?? 255 }
    controlNotes = InlineArray(repeating: 0)
    controlControllers = InlineArray(repeating: 0)
    if case .pattern(let programs) = map.programs {
      patternChannel = programs.channel
    } else {
      patternChannel = 255
    }
    for control in map.controls {
      let bit: UInt32 = 1 << UInt32(control.channel.map { $0 & 15 } ?? 16)
      switch control.trigger {
      case .note(let note): controlNotes[Int(note & 127)] |= bit
      case .pitchBend: controlBends |= bit
      case .controller: break
      }
      for number in control.controllers { controlControllers[Int(number & 127)] |= bit }
    }
  }

  /// The drum that `note` plays, if any.
  @_noLocks public func drum(note: UInt8) -> Drum? {
    let index = drums[Int(note & 127)]
    return index == 255 ? nil : Drum(clampingIndex: Int(index))
  }

  /// Whether `note` on `channel` is assigned to an action instead of a drum; `isOwn` where notes are
  /// received on that channel.
  @_noLocks public func isControl(note: UInt8, channel: UInt8, isOwn: Bool) -> Bool {
    controlNotes[Int(note & 127)] & Self.bits(channel, isOwn) != 0
  }

  /// Whether `controller` on `channel` is assigned to an action.
  @_noLocks public func isControl(controller: UInt8, channel: UInt8, isOwn: Bool) -> Bool {
    controlControllers[Int(controller & 127)] & Self.bits(channel, isOwn) != 0
  }

  /// Whether pitch bend on `channel` is assigned to an action.
  @_noLocks public func isControl(bendOn channel: UInt8, isOwn: Bool) -> Bool {
    controlBends & Self.bits(channel, isOwn) != 0
  }

  @_noLocks private static func bits(_ channel: UInt8, _ isOwn: Bool) -> UInt32 {
    1 &<< UInt32(channel & 15) | (isOwn ? 0x1_0000 : 0)
  }

  /// Whether Program Change on `channel` selects patterns instead of kits.
  @_noLocks public func selectsPatterns(channel: UInt8) -> Bool { channel == patternChannel }
}
