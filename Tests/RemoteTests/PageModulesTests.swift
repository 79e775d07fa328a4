import Foundation
import GhostnoteTesting
import Rhythm
import Testing

@testable import Remote

/// The modules of the pages, which a browser fetches at once where the page names them all.
@Suite struct PageModulesTests {
  private static let folder = GhostnoteProgram.root + "/Page/"

  @Test(arguments: ["index", "phone", "stage", "trust"])
  func `a page names each module that it imports, also through others, once`(page: String) throws {
    let html = try Self.text(of: page + ".html")
    let entry = try #require(
      html.firstMatch(of: #/<script type="module" src="/modules/([a-z-]+\.js)">/#))
    var imported = [String(entry.1)]
    var next = 0
    while next < imported.count {
      let imports = try Self.text(of: "modules/" + imported[next])
        .matches(of: #/ from '\./([a-z-]+\.js)';/#)
      for found in imports where !imported.contains(String(found.1)) {
        imported.append(String(found.1))
      }
      next += 1
    }
    let named = html.matches(of: #/<link rel="modulepreload" href="/modules/([a-z-]+\.js)">/#)
    #expect(named.map { String($0.1) }.sorted() == imported.dropFirst().sorted())
  }

  @Test func `each range that the page asks for is in the table of commands that it gets`() throws {
    struct Row: Decodable {
      let path: String
      let ranges: [String: [Double]]
    }
    let table = try #require(try PageFiles(folder: Self.folder).file(at: "/commands.json"))
    let rows = try JSONDecoder().decode([Row].self, from: Data(table.bytes))
    let asked = try FileManager.default.contentsOfDirectory(atPath: Self.folder + "modules")
      .flatMap {
        try Self.text(of: "modules/" + $0).matches(of: #/rangeOf\('([^']+)', '([^']+)'\)/#)
      }
    #expect(asked.count > 10)
    // A page watches by itself: what concerns its connection is not completed for a person.
    #expect(rows.contains { $0.path == "tempo" })
    #expect(!rows.contains { ["watch", "listen", "oneshot"].contains($0.path) })
    for match in asked {
      let (path, argument) = (String(match.1), String(match.2))
      let range = rows.lazy.filter { $0.path == path }.compactMap { $0.ranges[argument] }.first
      #expect(range?.count == 2, "\(path) \(argument)")
    }
  }

  @Test func `the range of velocities of pages that load no table is that of the table`() throws {
    let written = try Self.text(of: "modules/velocities.js")
    let found = try #require(written.firstMatch(of: #/min: (\d+), max: (\d+)/#))
    #expect(Int(found.1) == Velocity.range.lowerBound && Int(found.2) == Velocity.range.upperBound)
  }

  @Test func `the most that a phone says it needs is the most that the server takes`() throws {
    let written = try Self.text(of: "modules/phone.js")
    let found = try #require(written.firstMatch(of: #/`tight \$\{Math\.min\(([0-9_]+),/#))
    #expect(Int(found.1.filter { $0 != "_" }) == PhoneMessage.needs.upperBound)
  }

  private static func text(of name: String) throws -> String {
    try String(contentsOfFile: folder + name, encoding: .utf8)
  }
}
