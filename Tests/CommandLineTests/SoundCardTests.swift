import Commands
import Control
import Foundation
import GhostnoteTesting
import Testing

/// The sound card's thread, before alsa-lib's null device, which takes everything at once.
extension CommandLineTests {
  /// Plays into the null device under the watch on its thread; returns what that counted.
  private func watched(
    selfTest: Bool = false, _ body: (Session) throws -> Void = { _ in }
  ) throws -> AudioThreadWatch.Counts {
    let watch = try AudioThreadWatch(selfTest: selfTest)
    let session = try Session(
      ["--midi", "none", "--audio", "alsa", "--alsa-device", "null", "rock", "--play"],
      environment: watch.environment)
    #expect(session.isReady(), "\(session.program.errors)")
    try body(session)
    #expect(session.end().status == 0, "\(session.program.errors)")
    let counts = try watch.counts()
    if !selfTest { #expect(counts["offences"] == 0, "\(counts.text)") }
    return counts
  }

  @Test func `a sound card's thread never allocates, locks or calls the system in its cycle`()
    throws
  {
    let counts = try watched { session in
      for line in [
        "tempo 287.3", "hit kick", "step crash 3 X", "mute snare", "panic", "load funk", "level -6",
        "stop", "continue", "load rock", "reverb snare 0.4", "delay closedhat 0.5",
        "filter kick lowpass", "cutoff kick 300", "delay time 1/8t", "tempo 133", "play",
      ] {
        session.type(line)
      }
      let status = try #require(session.status { $0.isRolling })
      #expect(session.status { $0.hits > status.hits } != nil)
    }
    #expect(try #require(counts["callbacks"]) > 100)
    #expect(try #require(counts["frames"]) > 12_800)
    // Code that runs for the first time may fault; memory of ours may not.
    #expect(try #require(counts["late-faults"]) <= 8, "\(counts.offences)")
  }

  @Test func `the watch on a sound card's thread does count`() throws {
    let counts = try watched(selfTest: true)
    #expect(counts["malloc"] == 1 && counts["free"] == 1 && counts["write"] == 1)
    #expect(counts["offences"] == 3)
  }

  @Test func `a missing real-time priority is said once, with what to do about it`() throws {
    let setpriv = "/usr/bin/setpriv"
    try #require(
      FileManager.default.isExecutableFile(atPath: setpriv), "setpriv is not installed: util-linux")
    // Root may do what it likes, unless this one right is taken off it. RLIMIT_RTPRIO is 0 as a rule.
    let unprivileged =
      ["--rtprio=0"]
      + (geteuid() == 0 ? [setpriv, "--bounding-set", "-sys_nice", "--inh-caps", "-sys_nice"] : [])
      + [GhostnoteProgram.path]
    let program = try GhostnoteProgram.start(
      by: "/usr/bin/prlimit",
      unprivileged + [
        "run", "--control", "stdin", "--midi", "none", "--audio", "alsa", "--alsa-device", "null",
        "rock",
      ])
    let session = Session(program: program)
    let warning =
      "no real-time priority here: audio may be late; `ghostnote doctor` explains how to fix it"
    #expect(session.says(warning), "\(program.errors)")
    let status = try #require(session.status())
    #expect(status.devices["timing"]?.hasPrefix("audio: no real-time priority") == true)
    #expect(session.end().status == 0)
    #expect(program.errors.components(separatedBy: warning).count == 2)
    let doctor = try GhostnoteProgram.start(
      by: "/usr/bin/prlimit", unprivileged + ["doctor"]
    ).finish()
    #expect(doctor.output.contains("real-time priority: none; 75 is wanted"), "\(doctor.output)")
  }

  @Test func `names that ALSA would not keep are refused, with the reason`() throws {
    for (name, reason) in [
      ("", "the client name is empty"), ("System", "is the name of a kernel client"),
      ("a\u{1B}[2J", "a client name cannot contain control characters"),
    ] {
      let outcome = try GhostnoteProgram.run("run", "--name", name)
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("--name: ") && outcome.errors.contains(reason))
      #expect(!outcome.errors.contains("\u{1B}"))
    }
  }
}
