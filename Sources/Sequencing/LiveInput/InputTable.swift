public import Rhythm

/// The input map in a flat form for the audio thread. Real-time: yes.
public struct InputTable: BitwiseCopyable, Sendable {
  /// Drum index by note; 255 for none.
  var drums: InlineArray<128, UInt8>
  var controlNotes: InlineArray<128, Bool>
  var controlControllers: InlineArray<128, Bool>
  /// The channel 0 to 15 whose Program Change selects patterns; 255 for none.
  var patternChannel: UInt8

  /// Converts a patch's `map`.
  public init(_ map: InputMap = InputMap(notes: [:], controls: [])) {
    drums = InlineArray { map.drum(forNote: UInt8($0))?.index ?? 255 }
    controlNotes = InlineArray(repeating: false)
    controlControllers = InlineArray(repeating: false)
    if case .pattern(let programs) = map.programs {
      patternChannel = programs.channel
    } else {
      patternChannel = 255
    }
    for control in map.controls {
      switch control.trigger {
      case .note(let note): controlNotes[Int(note & 127)] = true
      case .controller(let number): controlControllers[Int(number & 127)] = true
      }
    }
  }

  /// The drum that `note` plays, if any.
  @_noLocks public func drum(note: UInt8) -> Drum? {
    let index = drums[Int(note & 127)]
    return index == 255 ? nil : Drum(clampingIndex: Int(index))
  }

  /// Whether `note` is assigned to an action instead of a drum.
  @_noLocks public func isControl(note: UInt8) -> Bool { controlNotes[Int(note & 127)] }

  /// Whether `controller` is assigned to an action.
  @_noLocks public func isControl(controller: UInt8) -> Bool {
    controlControllers[Int(controller & 127)]
  }

  /// Whether Program Change on `channel` selects patterns instead of kits.
  @_noLocks public func selectsPatterns(channel: UInt8) -> Bool { channel == patternChannel }
}
