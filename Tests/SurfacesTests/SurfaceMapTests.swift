import Files
import Foundation
import GhostnoteTesting
import MIDI
import Surfaces
import Testing

@Suite struct SurfaceMapTests {
  private static let folder = "\(GhostnoteProgram.root)/Surfaces"

  @Test func `every installed map can be read, and has a device that was made for its test`() {
    let (maps, problems) = SurfaceMaps(folders: DataFolders([Self.folder])).all()
    #expect(problems.isEmpty, "\(problems)")
    #expect(Set(maps.map(\.name)) == Set(VirtualSurface.Model.allCases.map(\.rawValue)))
  }

  @Test(arguments: [
    ("launchpad-mini-mk3", "Launchpad Mini MK3", "Launchpad Mini MK3 LPMiniMK3 MI"),
    ("launchpad-mini-mk3", "Launchpad Mini MK3", "Launchpad Mini MK3 MIDI 2"),
    ("launchpad-x", "Launchpad X", "Launchpad X LPX MIDI In"),
    ("launchpad-pro-mk3", "Launchpad Pro MK3", "Launchpad Pro MK3 LPProMK3 MIDI"),
    ("launchpad", "Launchpad Mini", "Launchpad Mini MIDI 1"),
    ("apc-mini", "APC MINI", "APC MINI MIDI 1"),
    ("apc-mini-mk2", "APC mini mk2", "APC mini mk2 APC mini mk2 Contro"),
    ("apc-key-25", "APC Key 25", "APC Key 25 MIDI 1"),
    ("apc-key-25-mk2", "APC Key 25 mk2", "APC Key 25 mk2 MIDI 2"),
    ("apc40-mk2", "APC40 mkII", "APC40 mkII MIDI 1"),
  ])
  func `a device is found by the name of its port, and by one map only`(
    map: String, client: String, port: String
  ) {
    let maps = SurfaceMaps(folders: DataFolders([Self.folder])).all().maps
    let fitting = maps.filter { $0.map.matches(client: client, port: port) }.map(\.name)
    #expect(fitting == [map])
  }

  @Test(arguments: [
    ("Launchpad Mini MK3", "Launchpad Mini MK3 LPMiniMK3 DA"),
    ("APC mini mk2", "APC mini mk2 APC mini mk2 Notes"), ("Launchpad Pro MK3", "LPProMK3 DIN"),
    ("APC Key 25 mk2", "APC Key 25 mk2 MIDI 1"), ("aseqdump", "aseqdump"),
  ])
  func `other ports of a device are left alone`(client: String, port: String) {
    let maps = SurfaceMaps(folders: DataFolders([Self.folder])).all().maps
    #expect(!maps.contains { $0.map.matches(client: client, port: port) })
  }

  @Test(arguments: [
    ("{", "x.json: line 1, column 2: expected a key in quotes, found the end of the file"),
    (#"{"name": "x"}"#, "x.json: “grid” is missing"),
    (#"{"name": "x", "gird": {}}"#, "x.json: unknown key “gird”; did you mean “grid”?"),
    (#"{"name": 3, "grid": {}}"#, "x.json: name: expected a text, found a number"),
    (grid(#""first": 128"#), "x.json: grid, first: expected 0–127, found 128"),
    (
      grid(#""first": 100"#),
      "x.json: grid: expected a number of 0–127 for each pad, and for no other: check first, column and row"
    ),
    (
      grid(#""first": 36, "kind": "nota""#),
      "x.json: grid, kind: unknown word “nota”; did you mean “note”?"
    ),
    (with(#""lights": {"off": 0}"#), "x.json: lights: “colours” is missing"),
    (
      with(#""lights": {"colours": {"pink": 3}}"#),
      "x.json: lights, colours: unknown key “pink”; expected white, red, orange, yellow, green, cyan, blue, purple"
    ),
    (
      with(#""lights": {"colours": {"red": [1, 2, 3, 4]}}"#),
      "x.json: lights, colours, red: expected 1–3 numbers, for dim, half and full, found 4"
    ),
    (
      with(#""lights": {"colours": {"red": {"blink": 4}}}"#),
      "x.json: lights, colours, red: “steady” is missing"
    ),
    (
      with(#""lights": {"channels": {"pulse": 17}, "colours": {"red": 3}}"#),
      "x.json: lights, channels, pulse: expected 1–16, found 17"
    ),
    (
      with(#""ports": ["\#(String(repeating: "a", count: 257))"]"#),
      "x.json: ports, 1: expected at most 256 bytes, found 257"
    ),
    (
      with(#""open": ["F0 00"]"#),
      "x.json: open, 1: expected one MIDI message of at most 32 bytes in hexadecimal, as in “F0 00 20 29 F7”"
    ),
    (
      with(#""open": ["F0\#(String(repeating: " 00", count: 31)) F7"]"#),
      "x.json: open, 1: expected one MIDI message of at most 32 bytes in hexadecimal, as in “F0 00 20 29 F7”"
    ),
    (
      with(#""buttons": {"pad 3": "up"}"#),
      "x.json: buttons, pad 3: expected a button as in “cc 91” or “note 3 channel 2”"
    ),
    (with(#""buttons": {"note 36": "up"}"#), "x.json: buttons, note 36: it is a pad of the grid"),
    (
      with(#""buttons": {"cc 1": "page step"}"#),
      "x.json: buttons, cc 1: unknown page “step”; did you mean “steps”?"
    ),
    (
      with(#""buttons": {"cc 1": "plya"}"#),
      "x.json: buttons, cc 1: unknown command “plya”; did you mean “play”?"
    ),
    (
      with(#""buttons": {"cc 1": "load rock"}"#),
      "x.json: buttons, cc 1: “load” is not for controllers: it touches files or ends"
    ),
    (
      with(#""buttons": {"cc 1": "stop; watch hits"}"#),
      "x.json: buttons, cc 1: watch: only a client of the control socket can ask for it, "
        + "in a line of its own"
    ),
    (
      with(#""buttons": {"cc 1": {"release": "stop"}}"#),
      "x.json: buttons, cc 1: “press” is missing"
    ),
  ])
  func `an error says what is wrong and where`(json: String, words: String) {
    do throws(SurfaceMapError) {
      _ = try SurfaceMap(json: Array(json.utf8), file: "x.json")
      Issue.record("it was read: \(json)")
    } catch { #expect("\(error)" == words) }
  }

  private static func grid(_ members: String) -> String {
    #"{"name": "x", "grid": {"column": 1, "row": 8, "columns": 8, "rows": 8, \#(members)}}"#
  }

  private static func with(_ member: String) -> String {
    #"{"name": "x", "grid": {"first": 36, "column": 1, "row": 4, "columns": 4, "rows": 4}, \#(member)}"#
  }

  @Test func `a map that the wizard made reads back`() throws {
    let key = SurfaceKey(.note, 12, channel: 3)
    let grid = try #require(
      PadGrid(first: key, column: 2, row: 20, columns: 5, rows: 4, hasVelocity: true))
    let map = SurfaceMap(name: "My \"grid\"", grid: grid)
    let read = try SurfaceMap(json: Array(map.plainJSON.utf8), file: "x.json")
    #expect(read.grid == grid)
    #expect(read.name == map.name)
    #expect(read.lights == map.lights)
    #expect(read.buttonLights == map.buttonLights)
  }

  @Test func `the map that the documentation shows can be read`() throws {
    let page = try String(
      contentsOfFile: "\(GhostnoteProgram.root)/docs/surfaces.md", encoding: .utf8)
    let json = try #require(page.components(separatedBy: "```").first { $0.contains("\"grid\"") })
    let map = try SurfaceMap(json: Array(json.utf8), file: "surfaces.md")
    #expect(map.buttons.count == 4)
    #expect(map.lights.colours[.red]?[.blink] == [4])
  }

  @Test func `the page on grids lists every installed map`() throws {
    let page = try String(
      contentsOfFile: "\(GhostnoteProgram.root)/docs/surfaces.md", encoding: .utf8)
    for (name, map) in SurfaceMaps(folders: DataFolders([Self.folder])).all().maps {
      #expect(page.contains("| `\(name)` | \(map.name) | "), "\(name)")
    }
  }

  @Test func `of a folder of many maps the first are read, and each is found by its name`()
    throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let key = SurfaceKey(.note, 36)
    let grid = try #require(
      PadGrid(first: key, column: 1, row: 4, columns: 4, rows: 4, hasVelocity: true))
    let bytes = Data(SurfaceMap(name: "Mine", grid: grid).plainJSON.utf8)
    // The last one has a name after those of the installed maps.
    for number in 0...SurfaceMaps.mostMaps {
      try bytes.write(to: URL(filePath: "\(folder)/z\(number + 1_000).json"))
    }
    let maps = SurfaceMaps(folders: DataFolders([folder, Self.folder]))
    let (found, problems) = maps.all()
    let installed = SurfaceMaps(folders: DataFolders([Self.folder])).names
    let own = (0..<SurfaceMaps.mostMaps).map { "z\($0 + 1_000)" }
    #expect(found.map(\.name) == installed + own)
    #expect(
      problems.map(\.description) == [
        "\(folder): only the first 256 of 257 maps are read; the others are found by name"
      ])
    #expect(maps.names.count == installed.count + 257)
    #expect(try maps.map("z1256").name == "Mine")
  }

  @Test func `a map that is not there is named with what there is`() {
    let maps = SurfaceMaps(folders: DataFolders([Self.folder]))
    do throws(SurfaceMapError) {
      _ = try maps.map("launchpad-xx")
      Issue.record("it was found")
    } catch {
      #expect("\(error)".contains("no such surface map"))
      #expect("\(error)".hasSuffix("; did you mean “launchpad-x”?"))
    }
  }
}
