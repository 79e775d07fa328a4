/// Who strikes a drum, and so who ends its note. Real-time: yes.
enum Hand: BitwiseCopyable {
  /// The program: ends after the gate, and was sent ahead already.
  case sequencer
  /// A pad, which lets go itself.
  case player
  /// An order of the control side: ends after the gate.
  case command

  var isPlayer: Bool {
    @_noLocks get { if case .player = self { true } else { false } }
  }

  /// Whether it was struck just now rather than written down.
  var isLive: Bool {
    @_noLocks get { if case .sequencer = self { false } else { true } }
  }
}
