import Control
import Foundation
import GhostnoteTesting
import Installation
import MusicalTime
import Rhythm
import Testing

@Suite struct PatchFileTests {
  @Test func `a saved patch loads again, also over an older one`() throws {
    try inFolder { folder in
      var chance = SplitMix64(seed: 3)
      let path = "\(folder)/mine.json"
      for _ in 0..<5 {
        let patch = Patch.random(using: &chance)
        try PatchFile.save(patch, to: path)
        #expect(try PatchFile.load(path) == patch)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["mine.json"])
    }
  }

  @Test func `saving through a link keeps the link, and permissions stay`() throws {
    try inFolder { folder in
      let (path, link) = ("\(folder)/mine.json", "\(folder)/link.json")
      try PatchFile.save(Patch(name: "old"), to: path)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
      try PatchFile.save(Patch(name: "new"), to: link)
      #expect(try PatchFile.load(path).name == "new")
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func `saving that fails leaves what was there`() throws {
    try inFolder { folder in
      try FileManager.default.createDirectory(
        atPath: "\(folder)/taken.json/inside", withIntermediateDirectories: true)
      let error = #expect(throws: PatchError.self) {
        try PatchFile.save(Patch(), to: "\(folder)/taken.json")
      }
      #expect(error?.problem == .unwritable("Is a directory"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["taken.json"])
      #expect(throws: PatchError.self) { try PatchFile.save(Patch(), to: "\(folder)/no/x.json") }
    }
  }

  @Test func `saving never puts a file in the place of a pipe or a device`() throws {
    try inFolder { folder in
      let pipe = "\(folder)/pipe.json"
      try #require(unsafe mkfifo(pipe, 0o600) == 0)
      #expect(throws: PatchError.self) { try PatchFile.save(Patch(), to: pipe) }
      let attributes = try FileManager.default.attributesOfItem(atPath: pipe)
      #expect(attributes[.type] as? FileAttributeType != .typeRegular)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["pipe.json"])
    }
  }

  @Test func `what can't be a patch file is refused before it is read`() throws {
    try inFolder { folder in
      func problem(_ path: String) -> PatchError.Problem? {
        #expect(throws: PatchError.self) { try PatchFile.load(path) }?.problem
      }
      #expect(problem(folder) == .directory)
      #expect(problem("\(folder)/none.json") == .unreadable("No such file or directory"))
      #expect(problem("/dev/null") == .notRegular)
      let large = "\(folder)/large.json"
      _ = FileManager.default.createFile(atPath: large, contents: nil)
      try FileHandle(forWritingTo: #require(URL(string: "file://\(large)")))
        .truncate(atOffset: UInt64(PatchFile.largest) + 1)
      #expect(problem(large) == .tooLarge)
    }
  }

  @Test func `a name finds the first folder's patch, a path stays itself`() throws {
    try inFolder { folder in
      for place in ["own", "factory"] {
        try FileManager.default.createDirectory(
          atPath: "\(folder)/\(place)", withIntermediateDirectories: true)
        try PatchFile.save(Patch(name: place), to: "\(folder)/\(place)/jazz-ride.json")
      }
      try PatchFile.save(Patch(), to: "\(folder)/factory/rock.json")
      let folders = DataFolders(["\(folder)/own", "\(folder)/none", "\(folder)/factory"])
      #expect(try PatchFile.find("jazz-ride", in: folders) == "\(folder)/own/jazz-ride.json")
      #expect(try PatchFile.find("Jazz Ride", in: folders) == "\(folder)/own/jazz-ride.json")
      #expect(try PatchFile.find("rock", in: folders) == "\(folder)/factory/rock.json")
      #expect(try PatchFile.find("./rock", in: folders) == "./rock")
      #expect(try PatchFile.find("mine.json", in: folders) == "mine.json")
      #expect(PatchFile.names(in: folders) == ["jazz-ride", "rock"])
      let error = #expect(throws: PatchError.self) { try PatchFile.find("rokc", in: folders) }
      #expect(error?.problem == .notFound(nearest: "rock", folders: folders.paths))
      #expect(
        error?.description.hasPrefix(
          "rokc: no such file or factory patch; did you mean “rock”? (looked in ") == true)
    }
  }

  @Test func `folders are one's own, the installation's and the project's`() {
    let built = "/src/ghostnote/.build/x86_64-unknown-linux-gnu/debug/ghostnote"
    #expect(
      DataFolders(of: "Patches", environment: ["HOME": "/home/a"], executable: built).paths == [
        "/home/a/.local/share/ghostnote/Patches",
        "/src/ghostnote/.build/x86_64-unknown-linux-gnu/debug/Patches",
        "/src/ghostnote/.build/x86_64-unknown-linux-gnu/share/ghostnote/Patches",
        "/src/ghostnote/Patches",
      ])
    let environment = ["HOME": "/home/a", "XDG_DATA_HOME": "/data"]
    #expect(
      DataFolders(of: "Patches", environment: environment, executable: "/usr/bin/ghostnote").paths
        == [
          "/data/ghostnote/Patches", "/usr/bin/Patches", "/usr/share/ghostnote/Patches",
        ])
  }

  /// Runs `body` with a new folder that is gone afterwards.
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "ghostnote-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }
}
