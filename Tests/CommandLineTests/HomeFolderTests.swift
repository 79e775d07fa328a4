import Foundation
import GhostnoteTesting
import Testing

extension CommandLineTests {
  @Test(arguments: [
    (["render", "rock", "--bars", "1", "--exact", "-o", "~/new.wav"], "new.wav"),
    (
      ["render", "rock", "--bars", "1", "--exact", "--stems", "-o", "~/stems/new.wav"],
      "stems/new-kick.wav"
    ),
    (["render", "rock", "--bars", "1", "-o", "~/new.mid"], "new.mid"),
    (["patch", "import", "~/song.mid", "-o", "~/new.json"], "new.json"),
    (
      ["run", "rock", "--midi", "none", "--control", "stdin", "--audio", "wav:~/new.wav"],
      "new.wav"
    ),
  ])
  func `a ~ that no shell has expanded is the home folder`(
    arguments: [String], file: String
  ) throws {
    let home = try Workplace()
    let song = try GhostnoteProgram.run(
      "render", "rock", "--bars", "1", "-o", "\(home.path)/song.mid")
    try #require(song.status == 0, "\(song.errors)")
    let program = try GhostnoteProgram.start(arguments, environment: [("HOME", home.path)])
    // For `run`.
    program.type("quit")
    program.closeInput()
    let outcome = program.finish()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(FileManager.default.fileExists(atPath: "\(home.path)/\(file)"))
  }
}
