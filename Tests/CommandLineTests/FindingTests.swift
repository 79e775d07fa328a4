import Foundation
import GhostnoteTesting
import Testing

/// The table of docs/architecture.md that says where a behaviour is.
@Suite struct FindingTests {
  private static func text(of file: String) throws -> String {
    try String(contentsOfFile: "\(GhostnoteProgram.root)/\(file)", encoding: .utf8)
  }

  @Test func `each behaviour is in the one file that the architecture names`() throws {
    let rows = try Self.text(of: "docs/architecture.md")
      .matches(of: /\| ([^|`]+) \| `([^`]+\.swift)` \| `([^`]+)` \|/)
    #expect(rows.count >= 20)
    for row in rows {
      let (file, declaration) = (row.output.2, row.output.3)
      let source = try? Self.text(of: "Sources/\(file)")
      #expect(source?.contains(declaration) == true, "\(row.output.1): \(file), \(declaration)")
    }
    #expect(Set(rows.map(\.output.1)).count == rows.count)
    #expect(Set(rows.map(\.output.2)).count == rows.count)
  }
}
