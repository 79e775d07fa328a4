import Foundation
import Testing

@testable import Files

@Suite struct AbsolutePathTests {
  private let here = FileManager.default.currentDirectoryPath

  @Test(arguments: [
    ("/music/a.json", "/music/a.json"), ("//music/./a.json", "/music/a.json"),
    ("/tmp/../a.json", "/a.json"), ("/tmp/..", "/"), ("/", "/"), ("/~/a", "/~/a"),
    ("/nowhere/../a.json", "/nowhere/../a.json"),
  ])
  func `what begins at the root stays, with one slash and no dot between`(
    path: String, whole: String
  ) {
    #expect(AbsolutePath.of(path) == whole)
  }

  @Test func `anything else begins in the current folder, or the home folder`() {
    for path in ["a.json", "./a.json", ".//a.json"] {
      #expect(AbsolutePath.of(path) == "\(here)/a.json")
    }
    #expect(AbsolutePath.of("~x") == "\(here)/~x")
    #expect(AbsolutePath.of("~/a.json") == HomeFolder.expanded("~/a.json"))
  }

  @Test func `above a linked folder is where the link leads`() throws {
    let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      .resolvingSymlinksInPath().path
    defer { try? FileManager.default.removeItem(atPath: place) }
    try FileManager.default.createDirectory(
      atPath: "\(place)/real/inner", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(place)/link", withDestinationPath: "real/inner")
    #expect(AbsolutePath.of("\(place)/link/../a.json") == "\(place)/real/a.json")
    #expect(AbsolutePath.of("\(place)/link/a.json") == "\(place)/link/a.json")
    let climb = String(repeating: "../", count: here.split(separator: "/").count)
    #expect(AbsolutePath.of("\(climb)\(place.dropFirst())/a.json") == "\(place)/a.json")
  }
}
