import GhostnoteTesting
import Testing

/// What a daemon that takes whatever plays says of a sound card that does not.
extension ALSATests {
  @Suite(.serialized) struct DaemonSound {
    @Test(arguments: [
      (
        ["--alsa-device", "hw:Nowhere"],
        ["audio: snd_pcm_open hw:Nowhere: No such", "audio: silent until JACK appears"]
      ),
      (
        ["--alsa-device", "null"],
        ["audio: neither JACK nor a sound card found: silent until JACK appears"]
      ),
      (["--separate-outs"], ["audio: --separate-outs needs JACK: silent until JACK appears"]),
    ])
    func `a card that cannot be played on is said with the reason`(
      options: [String], lines: [String]
    ) throws {
      let daemon = try Daemon(options, audio: "auto")
      for line in lines { #expect(daemon.session.says(line), "\(daemon.session.program.errors)") }
      #expect(daemon.session.end().status == 0)
    }
  }
}
