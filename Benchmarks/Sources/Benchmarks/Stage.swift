import GhostnoteTesting

/// A JACK server and the programs that run on it.
struct Stage {
  let server: JACKServer

  init() throws { server = try JACKServer(period: 128) }

  private var environment: [String: String] {
    ["JACK_DEFAULT_SERVER": server.name, "JACK_NO_START_SERVER": "1"]
  }

  /// Starts one of the peers or judges on this server.
  func start(
    _ path: String, _ arguments: [String], environment more: [String: String] = [:]
  ) throws -> Running {
    try Running(path, arguments, environment: environment.merging(more) { $1 })
  }

  /// The daemon, once its ports are connected.
  func daemon(
    _ arguments: [String] = [], program: String = Places.ghostnote,
    environment more: [String: String] = [:]
  ) throws -> Running {
    let options = ["--audio", "jack", "--midi", "jack", "--control", "stdin"]
    let daemon = try start(program, ["run"] + arguments + options, environment: more)
    try daemon.waits(for: "audio: JACK client", seconds: 30)
    try daemon.waits(for: "ready", seconds: 30)
    return daemon
  }

  /// The command line player, not connected.
  func fluidsynth() throws -> Running {
    let player = try start(
      "/usr/bin/fluidsynth",
      [
        "-a", "jack", "-m", "jack", "-i", "-s", "-r", "48000", "-o", "audio.jack.autoconnect=0",
        "-o", "audio.jack.id=fs", "-o", "midi.jack.id=fs", "-R", "0", "-C", "0", Places.soundFont,
      ])
    try awaits("fs:left", "fs:midi_00")
    return player
  }

  /// The C client, not connected.
  func client() throws -> Running {
    let client = try start(Places.peer("fluid_client"), ["--font", Places.soundFont])
    try awaits("fluid_client:out_left")
    return client
  }

  private func awaits(_ ports: String...) throws {
    let limit = ContinuousClock.now + .seconds(10)
    while .now < limit {
      let list = try start("/usr/bin/jack_lsp", []).finished().text
      if ports.allSatisfy({ list.contains($0) }) { return }
    }
    throw Failure("no \(ports) on JACK")
  }
}
