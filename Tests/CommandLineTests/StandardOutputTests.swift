import GhostnoteTesting
import Testing

extension CommandLineTests {
  /// Runs `ghostnote` with its standard output sent to the file at `path`.
  private func run(_ arguments: [String], into path: String) throws -> Spawned.Outcome {
    let script = #"out=$1 && shift && exec "$0" "$@" >"$out""#
    let program = try Spawned(
      "/bin/sh", ["-c", script, GhostnoteProgram.path, path] + arguments,
      environment: [("XDG_DATA_HOME", "/nonexistent"), ("JACK_NO_START_SERVER", "1")])
    program.closeInput()
    return program.finish()
  }

  private static let problem =
    "Error: standard output: cannot be written: the disk is full; send it elsewhere\n"

  @Test(arguments: [
    ["patch", "list"], ["patch", "show", "rock", "--json"], ["kit", "list"],
    ["commands", "--json"], ["corpus", "map"], ["--help"],
  ])
  func `what standard output does not take is said, and makes the status 1`(
    arguments: [String]
  ) throws {
    let outcome = try run(arguments, into: "/dev/full")
    #expect(outcome.status == 1)
    // The system's SoundFonts may have something to be said of as well.
    #expect(outcome.errors.hasSuffix(Self.problem), "\(outcome.errors)")
  }

  @Test func `the status of a command that failed stays where its output is lost too`() throws {
    let outcome = try run(["patch", "check", "nowhere.json", "--json"], into: "/dev/full")
    #expect(outcome.status == 1 && outcome.errors == Self.problem)
    let wrong = try run(["patch", "chekc"], into: "/dev/full")
    #expect(wrong.status == 64 && !wrong.errors.contains("standard output"))
  }

  @Test func `a clock monitor ends where its output takes no more`() throws {
    let outcome = try run(["clock", "monitor", "--jack", "--json"], into: "/dev/full")
    #expect(outcome.status == 1 && outcome.errors.hasSuffix(Self.problem), "\(outcome.errors)")
  }

  @Test(.enabled(if: SmallDisk.isAvailable))
  func `what a disk takes before it is full does not count as all`() throws {
    let disk = try SmallDisk(bytes: 8_192)
    let outcome = try run(["commands", "--json"], into: "\(disk.path)/commands.json")
    #expect(outcome.status == 1 && outcome.errors == Self.problem)
    #expect(try disk.names() == ["commands.json"])
  }

  @Test func `a pipe whose reader has enough is not a failure`() throws {
    let script = #"trap '' PIPE; { "$0" commands --json; echo $? >&2; } | true"#
    let outcome = try Spawned("/bin/sh", ["-c", script, GhostnoteProgram.path]).finish()
    #expect(outcome.errors == "0\n")
  }
}
