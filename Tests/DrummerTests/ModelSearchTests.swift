import Drummer
import Foundation
import Testing

@Suite struct ModelSearchTests {
  /// A folder with `files` in the `Models` folders of a user and of an installation.
  private func place(_ files: String...) throws -> String {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    for file in files {
      let path = "\(root)/\(file)"
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try Data().write(to: URL(fileURLWithPath: path))
    }
    return root
  }

  private func search(_ root: String, _ explicit: String? = nil) -> ModelSearch {
    ModelSearch(
      explicit: explicit, environment: ["XDG_DATA_HOME": "\(root)/home"],
      executable: "\(root)/bin/ghostnote")
  }

  @Test func `the user's models come before the installation's, each sorted by name`() throws {
    let root = try place(
      "share/ghostnote/Models/c.safetensors", "home/ghostnote/Models/b.safetensors",
      "home/ghostnote/Models/a.safetensors", "home/ghostnote/Models/notes.txt")
    defer { try? FileManager.default.removeItem(atPath: root) }
    let names = search(root).all().map { ($0 as NSString).lastPathComponent }
    #expect(names == ["a.safetensors", "b.safetensors", "c.safetensors"])
    #expect(try search(root).find().hasSuffix("home/ghostnote/Models/a.safetensors"))
    #expect(try search(root, "c").find().hasSuffix("share/ghostnote/Models/c.safetensors"))
    let path = "\(root)/home/ghostnote/Models/b.safetensors"
    #expect(try search(root, path).find() == path)
  }

  @Test func `a folder hides no model of its name, and is found where there is none`() throws {
    let root = try place(
      "home/ghostnote/Models/funk/notes.txt", "home/ghostnote/Models/jazz/notes.txt",
      "share/ghostnote/Models/funk.safetensors")
    defer { try? FileManager.default.removeItem(atPath: root) }
    let found = try search(root, "funk").find()
    #expect(found.hasSuffix("share/ghostnote/Models/funk.safetensors"))
    // Reading it says that it is a folder.
    #expect(try search(root, "jazz").find() == "\(root)/home/ghostnote/Models/jazz")
  }

  @Test func `in a source tree its Models folder is found`() throws {
    let root = try place("Models/Ghostnote-Groove.safetensors", ".build/debug/ghostnote")
    defer { try? FileManager.default.removeItem(atPath: root) }
    let search = ModelSearch(
      environment: ["XDG_DATA_HOME": "\(root)/home"],
      executable: "\(root)/.build/debug/ghostnote")
    #expect(try search.find().hasSuffix("/Models/Ghostnote-Groove.safetensors"))
  }

  @Test func `if there is no model, the error lists the searched folders`() throws {
    let root = try place("bin/ghostnote")
    defer { try? FileManager.default.removeItem(atPath: root) }
    #expect(throws: ModelError.noneFound(directories: search(root).directories)) {
      try search(root).find()
    }
    let folders = search(root).directories.joined(separator: ", ")
    let nowhere = "no such file; looked here and in \(folders)"
    #expect(throws: ModelError.unreadable(path: "x", reason: nowhere)) {
      try search(root, "x").find()
    }
    #expect(throws: ModelError.unreadable(path: "./x", reason: "no such file")) {
      try search(root, "./x").find()
    }
    #expect(search(root).directories.first == "\(root)/home/ghostnote/Models")
  }
}
