import Foundation
import GhostnoteTesting
import Testing

extension CommandLineTests {
  /// A kit of Hydrogen with one drum.
  private func hydrogenKit(in place: Workplace) throws -> String {
    let folder = "\(place.path)/Drums"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let sample = try GhostnoteProgram.run(
      "render", "rock", "--bars", "1", "-o", "\(folder)/kick.wav")
    try #require(sample.status == 0, "\(sample.errors)")
    _ = try place.write(
      "Drums/drumkit.xml",
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <drumkit_info><name>One Drum</name><license>CC0</license><instrumentList>
      <instrument><id>0</id><name>Kick</name><filename>kick.wav</filename></instrument>
      </instrumentList></drumkit_info>
      """)
    return folder
  }

  @Test func `a kit that is imported twice is refused, and the first one stays as it is`() throws {
    let place = try Workplace()
    let folder = try hydrogenKit(in: place)
    func imported(_ more: String...) throws -> Spawned.Outcome {
      let program = try GhostnoteProgram.start(
        ["kit", "import", folder] + more, environment: [("XDG_DATA_HOME", place.path)])
      program.closeInput()
      return program.finish()
    }
    let first = try imported()
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.output.contains("CC0"), "\(first.output)")
    let kit = "ghostnote/Kits/One-Drum.sf2"
    let bytes = try place.read(kit)
    let second = try imported()
    #expect(second.status == 1)
    #expect(
      second.errors.contains(
        "/\(kit): the file exists; choose another path, or use --overwrite"))
    #expect(try place.read(kit) == bytes)
    let other = Array("something else".utf8)
    _ = try place.write(kit, other)
    #expect(try imported("-o", "\(place.path)/\(kit)").status == 1)
    #expect(try place.read(kit) == other)
    #expect(try imported("--overwrite").status == 0)
    #expect(try place.read(kit) == bytes)
    #expect(try imported("-o", "\(place.path)/Drums/kick.wav").status == 64)
  }

  @Test(arguments: [
    ("Drums/none.xml", "no such file"), ("text.h2drumkit", "the archive"),
    ("Empty", "no drumkit.xml in the folder"),
    ("demo.h2song", "`ghostnote patch import` makes a patch of it"),
  ])
  func `what is not a kit is refused, with its path and the reason`(
    path: String, reason: String
  ) throws {
    let place = try Workplace()
    for name in ["text.h2drumkit", "demo.h2song"] { _ = try place.write(name, "hello") }
    try FileManager.default.createDirectory(
      atPath: "\(place.path)/Empty", withIntermediateDirectories: true)
    let outcome = try GhostnoteProgram.run(
      "kit", "import", "\(place.path)/\(path)", environment: [("XDG_DATA_HOME", place.path)])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("\(place.path)/\(path)") && outcome.errors.contains(reason))
    #expect(!FileManager.default.fileExists(atPath: "\(place.path)/ghostnote/Kits"))
  }
}
