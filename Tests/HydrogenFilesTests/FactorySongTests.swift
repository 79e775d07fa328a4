import Foundation
import HydrogenFiles
import PatchFiles
import Rhythm
import Testing

/// The songs of Debian's hydrogen-data, where it is installed.
@Suite struct FactorySongTests {
  private static let folder = "/usr/share/hydrogen/data"
  private static let songs: [String] = {
    let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return all.filter { $0.hasSuffix(".h2song") }.sorted()
  }()

  @Test(
    .enabled(
      if: !songs.isEmpty, "no songs of Hydrogen: Scripts/setup test installs hydrogen-data"))
  func `every factory song is imported with all its notes`() throws {
    for song in Self.songs {
      let path = "\(Self.folder)/\(song)"
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
      let found = try HydrogenFile.contents(of: path)
      // Counted without the reader: opening tags of notes.
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(found.noteCount == text.matches(of: /<note>/).count, "\(song)")
      #expect(found.columnCount == text.matches(of: /<group>/).count, "\(song)")
      let patch = try found.patch(named: "x")
      #expect(patch.playsSong, "\(song)")
      #expect(try Patch(json: Array(patch.json.utf8), file: song) == patch)
      let steps = patch.patterns.prefix(found.patterns.count).reduce(0) { sum, pattern in
        sum + pattern.lanes.reduce(0) { $0 + $1.steps.count { $0 != nil } }
      }
      #expect(steps > 0, "\(song)")
    }
  }
}
