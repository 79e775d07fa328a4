public import Rhythm

/// What a live note or controller asks for besides drumming.
public enum ControlAction: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  case play, stop, `continue`, toggle, tempo, level, panic
}

/// How live messages are read, flattened for the audio thread. Real-time: yes.
public struct InputTable: BitwiseCopyable, Sendable {
  /// Marks a note or controller that means nothing.
  static var nothing: UInt8 { @_noLocks get { 255 } }

  var drums: InlineArray<128, UInt8>
  var noteActions: InlineArray<128, UInt8>
  var controllerActions: InlineArray<128, UInt8>

  /// Notes 35 to 60 are their own drums and nothing else means anything.
  public init() {
    drums = InlineArray(repeating: 255)
    noteActions = InlineArray(repeating: 255)
    controllerActions = InlineArray(repeating: 255)
    for drum in Drum.all { drums[Int(drum.note)] = drum.index }
  }

  /// Lets `note` (0 to 127) strike `drum`.
  public mutating func map(note: UInt8, to drum: Drum) { drums[Int(note & 127)] = drum.index }

  /// Lets `note` (0 to 127) ask for `action`.
  public mutating func map(note: UInt8, to action: ControlAction) {
    noteActions[Int(note & 127)] = action.rawValue
  }

  /// Lets controller 0 to 127 ask for `action`.
  public mutating func map(controller: UInt8, to action: ControlAction) {
    controllerActions[Int(controller & 127)] = action.rawValue
  }

  /// The drum that `note` strikes, if any.
  @_noLocks public func drum(note: UInt8) -> Drum? {
    let index = drums[Int(note & 127)]
    return index == Self.nothing ? nil : Drum(clampingIndex: Int(index))
  }

  /// What `note` asks for, if anything.
  @_noLocks public func action(note: UInt8) -> ControlAction? {
    ControlAction(rawValue: noteActions[Int(note & 127)])
  }

  /// What `controller` asks for, if anything.
  @_noLocks public func action(controller: UInt8) -> ControlAction? {
    ControlAction(rawValue: controllerActions[Int(controller & 127)])
  }
}
