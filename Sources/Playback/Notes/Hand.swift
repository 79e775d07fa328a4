/// Who strikes a drum, and so who ends its note. Real-time: yes.
enum Hand: BitwiseCopyable {
  /// The program: ends after the gate, and was sent ahead already.
  case sequencer
  /// The drummer: as the program.
  case drummer
  /// A pad, which lets go itself.
  case player
  /// An order of the control side: ends after the gate.
  case command

  var isPlayer: Bool {
    @_noLocks get { if case .player = self { true } else { false } }
  }

  /// Whether it was struck just now rather than written down or invented.
  var isLive: Bool {
    @_noLocks get {
      switch self {
      case .sequencer, .drummer: false
      case .player, .command: true
      }
    }
  }

  /// The same for those who watch.
  var source: HitSource {
    @_noLocks get {
      switch self {
      case .sequencer: .pattern
      case .drummer: .drummer
      case .player: .pad
      case .command: .command
      }
    }
  }
}
