import Files
import Foundation
import Testing

@Suite struct FolderListingTests {
  private func inFolder(_ names: [String], _ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "ghostnote-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in names {
      _ = FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: nil)
    }
    try body(folder)
  }

  @Test func `files of a kind are listed by their endings, in capitals or not, sorted`() throws {
    try inFolder(["b.sf2", "a.SF3", "sf2", ".sf2", "c.sf2.txt", "d", "é.Sf2"]) { folder in
      let files = FolderListing.files(in: folder, ending: [".sf2", ".sf3"])
      #expect(files.names == [".sf2", "a.SF3", "b.sf2", "é.Sf2"])
      #expect(!files.isCut)
      #expect(
        FolderListing.names(in: folder)
          == [".", "..", ".sf2", "a.SF3", "b.sf2", "c.sf2.txt", "d", "sf2", "é.Sf2"])
    }
  }

  @Test func `a folder that is not there has no files`() {
    let files = FolderListing.files(in: "/no/such", ending: [".json"])
    #expect(files.names.isEmpty && !files.isCut)
  }

  @Test func `names that are wanted are listed, sorted, of those that are read`() throws {
    try inFolder(["b.txt", "a.txt", "other"]) { folder in
      #expect(
        FolderListing.names(in: folder) { $0.hasSuffix(".txt") } == ["a.txt", "b.txt"])
      // The folder itself and the one above it are names, too.
      #expect(FolderListing.names(in: folder, mostNames: 4) { _ in true }.count == 4)
      #expect(FolderListing.names(in: folder, mostNames: 5) { _ in true }.count == 5)
    }
    #expect(FolderListing.names(in: "/no/such") { _ in true }.isEmpty)
  }

  @Test func `no more files are listed, and no more names read, than is said`() throws {
    let files = (0..<3_000).map { "\($0).json" }
    try inFolder(files + (0..<100).map { "\($0).txt" }) { folder in
      let all = FolderListing.files(in: folder, ending: [".json"], mostFiles: 3_000)
      #expect(all.names == files.sorted() && !all.isCut)
      let cut = FolderListing.files(in: folder, ending: [".json"], mostFiles: 2_999)
      #expect(cut.names.count == 2_999 && cut.isCut)
      #expect(Set(cut.names).isSubset(of: files) && cut.names == cut.names.sorted())
      let early = FolderListing.files(in: folder, ending: [".json"], mostNames: 100)
      #expect(early.names.count <= 100 && early.isCut)
      // The folder itself and the one above it are names, too.
      let whole = FolderListing.files(in: folder, ending: [".json"], mostNames: 3_102)
      #expect(whole.names.count == 3_000 && !whole.isCut)
    }
  }
}
