import Commands
import Foundation
import GhostnoteTesting
import Testing

/// `ghostnote corpus …`, as a user types it.
extension CommandLineTests {
  /// A folder with two good takes and one that is cut off.
  private func takes() throws -> Workplace {
    let place = try Workplace()
    let patch = try place.patch("beat.json", tempo: 93, ["kick": "x...x...", "ride": "x.x.x.x."])
    let folder = URL(fileURLWithPath: "\(place.path)/takes/Funk")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["a", "b"] {
      let file = "\(folder.path)/\(name).mid"
      #expect(try GhostnoteProgram.run("render", patch, "--bars", "2", "-o", file).status == 0)
    }
    _ = try place.write("takes/cut.mid", Array(place.read("takes/Funk/a.mid").dropLast(4)))
    return place
  }

  @Test func `corpus show lists what is read, what is left out, and why`() throws {
    let place = try takes()
    let picture = "\(place.path)/takes.svg"
    let outcome = try GhostnoteProgram.run(
      "corpus", "show", "\(place.path)/takes", "--styles-from-folders", "--plot", picture)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "\(place.path)/takes: 2 files read, 1 left out, without info.csv")
    #expect(lines.contains { $0.hasPrefix("  cut.mid: byte ") })
    #expect(lines.contains { $0.hasPrefix("funk") && $0.contains("100.0") })
    #expect(lines.contains { $0.hasPrefix("90–99") && $0.contains("2  100.0") })
    // Two bars of two kicks and four strokes on the ride, in two files.
    #expect(lines.contains { $0.hasPrefix("ride ") && $0.contains("16  66.7") })
    #expect(try String(contentsOfFile: picture, encoding: .utf8).hasPrefix("<svg "))
  }

  @Test func `corpus show prints JSON, by a map of one's own`() throws {
    let place = try takes()
    let map = try place.write("map.json", #"{"51": "cowbell"}"#)
    let outcome = try GhostnoteProgram.run(
      "corpus", "show", "\(place.path)/takes", "--json", "--map", map)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let read = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let document = try #require(read as? [String: Any])
    #expect(document["unheardNotes"] as? [String: Int] == ["36": 8])
    #expect(document["meters"] as? [String: Int] == ["4/4": 2])
    let leftOut = try #require(document["leftOut"] as? [[String: String]])
    #expect(leftOut.map { $0["path"] } == ["cut.mid"])
  }

  @Test func `corpus map prints a map that --map takes`() throws {
    let place = try takes()
    let map = try place.write("map.json", try GhostnoteProgram.run("corpus", "map").output)
    let folder = "\(place.path)/takes"
    let ours = try GhostnoteProgram.run("corpus", "show", folder)
    let theirs = try GhostnoteProgram.run("corpus", "show", folder, "--map", map)
    #expect(ours.status == 0 && theirs.status == 0 && ours.output == theirs.output)
  }

  @Test(
    arguments: [
      (["nowhere"], 1, "/nowhere: cannot be read: No such file or directory"),
      (["empty"], 1, "/empty: no .mid files in it or its subfolders"),
      (
        ["takes", "--map", "/dev/null"], 1,
        "/dev/null: a device or a pipe, not a file; expected a JSON file"
      ),
      (
        ["takes", "--map", "\(GhostnoteProgram.root)/LICENSE"], 1,
        "LICENSE: not a JSON object of notes and drums"
      ),
      (["takes", "--map", "/no/map.json"], 1, "/no/map.json: no such file"),
      (["takes", "--plot", "/no/folder/x.svg"], 1, "/no/folder/x.svg: cannot be written"),
      (["takes", "--plot", "x.png"], 64, "--plot x.png: expected a .svg file"),
    ] as [([String], Int32, String)])
  func `a corpus that is none is refused in a line`(
    words: [String], status: Int32, message: String
  ) throws {
    let place = try takes()
    try FileManager.default.createDirectory(
      atPath: "\(place.path)/empty", withIntermediateDirectories: true)
    let folder = "\(place.path)/\(words[0])"
    let program = try GhostnoteProgram.start(["corpus", "show", folder] + words.dropFirst())
    let outcome = program.finish()
    #expect(outcome.status == status)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func `files of which none can be used are named, and the status says so`() throws {
    let place = try Workplace()
    _ = try place.write("bad.mid", "MThd")
    let outcome = try GhostnoteProgram.run("corpus", "show", place.path)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("  bad.mid: byte 4: "))
    #expect(
      outcome.errorLines.count == 1 && outcome.errors.contains("the only file cannot be used"))
  }
}
