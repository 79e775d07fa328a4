import Commands
import Files
import Foundation
import GhostnoteTesting
import MusicalTime
import PatchFiles
import Rhythm
import Testing

@Suite struct FactoryPatchTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Patches").standardized.path

  static let names = PatchFile.names(in: DataFolders([folder]))

  static func patch(_ name: String) throws -> Patch {
    try PatchFile.load(PatchFile.find(name, in: DataFolders([folder])))
  }

  @Test func `there are the dozen that everybody looks for`() {
    let expected: Set = [
      "rock", "funk", "disco", "house", "techno", "hip-hop", "bossa", "samba", "reggae", "motorik",
      "jazz-ride", "empty",
    ]
    #expect(expected.isSubset(of: Self.names))
  }

  @Test(arguments: names)
  func `a factory patch loads, and is written just as saving would`(name: String) throws {
    let patch = try Self.patch(name)
    let text = try String(contentsOfFile: "\(Self.folder)/\(name).json", encoding: .utf8)
    #expect(patch.json == text)
    #expect(!patch.name.isEmpty)
    #expect(patch.pattern.loops)
  }

  @Test(arguments: names.filter { $0 != "empty" })
  func `a factory patch grooves`(name: String) throws {
    let patch = try Self.patch(name)
    #expect((70.0...180.0).contains(patch.tempo.bpm))
    #expect(patch.pattern.lanes.count >= 3)
    #expect(patch.pattern.length.units.isMultiple(of: Beats(1).units))
    #expect(patch.pattern.lanes.allSatisfy { $0.steps.contains { $0 != nil } })
    // A drummer has two hands and two feet; the electronic and percussion styles have more.
    let crowd = Dictionary(grouping: patch.pattern.hits, by: \.beat).values.map(\.count).max() ?? 0
    #expect(crowd <= 5)
    // Dynamics: no style plays everything equally hard.
    #expect(Set(patch.pattern.hits.map(\.velocity)).count >= 3)
  }

  @Test(arguments: names)
  func `no step strikes two hats that choke each other`(name: String) throws {
    let hits = try Self.patch(name).pattern.hits
    for together in Dictionary(grouping: hits, by: \.beat).values {
      #expect(together.count { DrumSet.hats.contains($0.drum) } <= 1)
    }
  }

  @Test func `the claves and bells are the traditional ones`() throws {
    func strokes(_ name: String, _ drum: Drum) throws -> String {
      let lane = try Self.patch(name).pattern.lane(of: drum)
      return lane?.steps.map { $0 == nil ? "." : "x" }.joined() ?? ""
    }
    #expect(try strokes("bossa", .sideStick) == "x..x..x...x..x..")
    #expect(try strokes("samba", .sideStick) == "x.x.xx.x.x.x.xx.")
    #expect(try strokes("bembe", .cowbell) == "x.x.xx.x.x.x")
    #expect(try strokes("jazz-ride", .ride) == "x..x.xx..x.xx..x.xx..x.x")
    #expect(try strokes("reggae", .kick) == "......x...........x.....")
    #expect(try strokes("house", .kick) == "x...x...x...x...")
  }
}
