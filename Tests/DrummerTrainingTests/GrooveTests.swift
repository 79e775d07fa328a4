import Foundation
import GhostnoteTesting
import Testing

@Suite(.enabled(if: SharedFiles.groove != nil))
struct GrooveTests {
  @Test func `the recordings beside the checkout have an index`() throws {
    let index = try #require(SharedFiles.groove) + "/info.csv"
    let lines = try String(contentsOfFile: index, encoding: .utf8).split(separator: "\n")
    #expect(lines.first?.hasPrefix("drummer,session,id,style,bpm,beat_type") == true)
  }
}
