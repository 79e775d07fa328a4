import Foundation
import GhostnoteTesting
import Testing

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

  private static func text(of name: String) throws -> String {
    try String(contentsOfFile: folder + name, encoding: .utf8)
  }
}
