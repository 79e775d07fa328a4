import GhostnoteTesting
import Testing

extension CommandLineTests {
  @Test(arguments: [
    (["commands", "tempoo"], "commands: unknown command “tempoo”; did you mean “tempo”?"),
    (
      ["run", "--midi", "jack", "--audio", "wav:z.wav", "--clock", "midi"],
      "--clock midi needs MIDI, and JACK MIDI needs JACK audio: use --midi alsa or --audio jack"
    ),
    (
      ["run", "--midi", "none", "--audio", "silent", "--clock", "midi"],
      "--clock midi needs MIDI: use --midi alsa or --midi jack"
    ),
    (
      ["run", "--page", "--osc", "0", "--osc-allow", "fd00::1/64", "--osc-allow", "zz"],
      "--osc-allow zz: expected an address such as 192.168.1.20, or a network"
    ),
    (
      ["run", "--page", "--osc", "0", "--osc-allow", "10.0.0.0/33"],
      "--osc-allow 10.0.0.0/33: expected an address"
    ),
    (
      ["run", "--midi", "none", "--audio", "silent", "--drummer", "fnk"],
      "--drummer fnk: unknown style “fnk”"
    ),
  ])
  func `a wrong word is named with what is expected in its place, and ends with 64`(
    words: [String], said: String
  ) throws {
    let outcome = try GhostnoteProgram.start(words).finish()
    #expect(outcome.status == 64, "\(outcome.errors)")
    #expect(outcome.errors.contains("Error: \(said)"), "\(outcome.errors)")
    #expect(outcome.errors.contains("Usage: ghostnote"))
  }

  @Test func `settings of a drummer that is off are said to need --drummer`() throws {
    let session = try Session([
      "rock", "--audio", "silent", "--midi", "none", "--answer", "2", "--intensity", "0.5",
      "--listen", "0.25", "--seed", "7",
    ])
    for option in ["--answer 2", "--intensity 0.5", "--listen 0.25"] {
      #expect(session.says("warning: \(option): the drummer is off: --drummer lets it play"))
    }
    #expect(!session.program.errors.contains("--seed"))
    #expect(session.end().status == 0)
  }
}
