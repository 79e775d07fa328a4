import ALSASequencer
import Commands
import Control
import Foundation
import GhostnoteTesting
import Ports
import Testing

/// The daemon as a client of the kernel's sequencer.
struct Daemon {
  let session: Session
  let name: String
  let number: UInt8

  /// Starts it with the smaller kit and few voices, and waits until it is ready.
  ///
  /// In a machine whose every instruction is emulated, the larger kit would be two thirds of all that these tests cost.
  init(
    _ arguments: [String] = [], audio: String = "silent", name: String = "Ghostnote",
    environment: [(name: String, value: String)] = []
  ) throws {
    self.name = name
    let kit = [
      "--soundfont", "\(GhostnoteProgram.root)/SoundFonts/Ghostnote-Machine.sf2", "--polyphony",
      "64",
    ]
    session = try Session(
      ["--midi", "alsa", "--audio", audio, "--name", name] + kit + arguments,
      environment: environment)
    try #require(session.isReady(), "\(session.program.errors)")
    let said = session.program.errors.components(separatedBy: "MIDI: ALSA client ")
    number = try #require(UInt8(said.last?.prefix { $0.isNumber } ?? ""), "\(said)")
  }

  /// The address of the port with this name.
  func address(of port: String) throws -> SequencerPatchbay.Address {
    let entry = try SequencerPorts.list().first { $0.client == number && $0.portName == port }
    return SequencerPatchbay.Address(client: number, port: try #require(entry?.port))
  }

  /// The same in the syntax of aconnect and aseqdump.
  func number(of port: String) throws -> String { "\(number):\(try address(of: port).port)" }

  /// Waits until its status satisfies a condition.
  func comesTo(_ isWanted: (MachineStatus) -> Bool) -> Bool {
    session.status(where: isWanted) != nil
  }

  /// Clock ticks from the beginning to where it is stopped.
  func restingTick() throws -> Int {
    let status = try #require(session.status { !$0.isRolling })
    return Int((status.beat * 24).rounded())
  }
}

/// alsa-utils' own listener, and the notes it prints.
struct Aseqdump {
  let program: Spawned

  /// Listens to `port` of `daemon`; without one, waits to be connected.
  init(to port: String? = nil, of daemon: Daemon) throws {
    let connections = daemon.session.program.errors.components(separatedBy: "to aseqdump:")
    let source = try port.map { try daemon.number(of: $0) }
    program = try Spawned("/usr/bin/aseqdump", source.map { ["-p", $0] } ?? [])
    if source == nil {
      try #require(
        try eventually { try !SequencerPorts.clients(named: "aseqdump").isEmpty })
    } else {
      try #require(daemon.session.says("to aseqdump:", times: connections.count))
    }
  }

  /// Lines such as `on 9 42 100` and `off 9 42`.
  var notes: [String] {
    program.output.split(separator: "\n").compactMap { line in
      let isOn = line.contains("Note on")
      guard isOn || line.contains("Note off") else { return nil }
      let numbers = line.split { !$0.isNumber }.dropFirst(2)
      return (isOn ? "on " : "off ") + numbers.prefix(isOn ? 3 : 2).joined(separator: " ")
    }
  }
}

/// A unique path in the temporary folder.
func temporaryPath(_ name: String) -> String {
  FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)-\(name)").path
}

/// A patch file of one bar, one row per lane.
func patch(tempo: Double, _ lanes: KeyValuePairs<String, String>) throws -> String {
  let rows = lanes.map { #"{"drum": "\#($0.key)", "steps": "\#($0.value)"}"# }
  let path = temporaryPath("patch.json")
  try write(tempo: tempo, rows, to: path)
  return path
}

/// Overwrites the patch at `path`.
func rewrite(_ path: String, tempo: Double, _ lanes: KeyValuePairs<String, String>) throws {
  let rows = lanes.map { #"{"drum": "\#($0.key)", "steps": "\#($0.value)"}"# }
  try write(tempo: tempo, rows, to: path)
}

private func write(tempo: Double, _ rows: [String], to path: String) throws {
  let text = """
    {"format": "ghostnote-patch/1", "tempo": \(tempo),
     "pattern": {"lanes": [\(rows.joined(separator: ", "))]}}
    """
  try Data(text.utf8).write(to: URL(fileURLWithPath: path))
}
