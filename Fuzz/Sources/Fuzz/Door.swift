/// A way for bytes from outside into the program. Anything but an error or a result is a finding: a
/// trap, a cost over the limits of `Cost`, and what `Fuzz` itself checks of a result.
enum Door: String, CaseIterable {
  /// Patches, read, compiled, played and written.
  case patch
  /// Patterns as text.
  case pattern
  /// Control lines, read and written again in help's words.
  case lines
  /// Control lines, carried out by a machine whose engine plays.
  case machine
  /// Standard MIDI Files, and patterns made of them.
  case midifile
  /// Songs and patterns of Hydrogen, and patches made of them.
  case hydrogen
  /// Archives of drum kits.
  case archive
  case safetensors
  /// What a training's checkpoint says of it, and the training gone on with.
  case checkpoint
  /// SoundFonts, looked into.
  case soundfont
  /// SoundFonts, played by FluidSynth.
  case sf2play
  /// Bytes as they come by JACK and from the kernel's sequencer, into an engine that plays.
  case livemidi
  /// The tables of a corpus.
  case infocsv
  /// What clients of the control socket send.
  case socket
  /// Datagrams with OSC.
  case osc
  /// Datagrams of a session manager, and its address.
  case nsm
  /// Maps of controllers with lights.
  case surface

  /// Longer inputs than this are not tried: what matters is in their first bytes.
  var longestInput: Int {
    switch self {
    case .patch: 16_384
    case .surface: 8_192
    case .pattern, .lines, .machine, .infocsv: 4_096
    case .midifile, .hydrogen, .archive, .checkpoint: 8_192
    case .safetensors, .livemidi, .socket, .osc, .nsm: 2_048
    case .soundfont, .sf2play: 4_096
    }
  }

  /// Prepares what all inputs share.
  func open() {
    if self == .soundfont || self == .sf2play { _ = SoundFontDoor.path }
    if self == .checkpoint { _ = CheckpointDoor.shared }
    if self == .machine { MachineDoor.open() }
    Cost.open()
  }

  /// Takes one input in.
  func take(_ bytes: [UInt8]) { Cost.count(bytes, carry) }

  private func carry(_ bytes: [UInt8]) {
    switch self {
    case .patch: PatchDoor.take(bytes)
    case .pattern: TextDoors.pattern(bytes)
    case .lines: TextDoors.lines(bytes)
    case .machine: MachineDoor.take(bytes)
    case .midifile: FileDoors.midiFile(bytes)
    case .hydrogen: FileDoors.hydrogen(bytes)
    case .archive: FileDoors.archive(bytes)
    case .safetensors: FileDoors.safetensors(bytes)
    case .checkpoint: CheckpointDoor.shared.take(bytes)
    case .soundfont: SoundFontDoor.look(bytes)
    case .sf2play: SoundFontDoor.play(bytes)
    case .livemidi: LiveDoor.take(bytes)
    case .infocsv: FileDoors.infoCSV(bytes)
    case .socket: SocketDoor.take(bytes)
    case .osc: OSCDoor.take(bytes)
    case .nsm: NSMDoor.take(bytes)
    case .surface: SurfaceDoor.take(bytes)
    }
  }
}
