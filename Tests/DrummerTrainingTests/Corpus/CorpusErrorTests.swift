import DrummerTraining
import Foundation
import Glibc
import MusicalTime
import Testing

/// Folders that are not a corpus: one clear line each.
@Suite struct CorpusErrorTests {
  @Test func `a missing folder, or a file instead of a folder, is named`() throws {
    let folder = try ScratchFolder(["a.mid": Take.bytes([36])])
    let missing = "\(folder.path)/nowhere"
    let none = CorpusError(path: missing, problem: .unreadable("No such file or directory"))
    #expect(throws: none) { try Corpus(folder: missing) }
    let file = "\(folder.path)/a.mid"
    #expect(throws: CorpusError(path: file, problem: .notAFolder)) { try Corpus(folder: file) }
  }

  @Test func `a folder without MIDI files is refused`() throws {
    let folder = try ScratchFolder(["readme.txt": [65]])
    let error = CorpusError(path: folder.path, problem: .noMIDIFile)
    #expect(throws: error) { try Corpus(folder: folder.path) }
    #expect(
      "\(error)" == "\(folder.path): no .mid files in it or its subfolders; "
        + "give a folder with .mid files")
  }

  @Test func `a split without pieces is reported`() throws {
    let folder = try ScratchFolder(["a.mid": Take.bytes([36], meter: "3/4")])
    let corpus = try Corpus(folder: folder.path)
    let none = CorpusError(
      path: folder.path, problem: .nonePlayable(.train, meter: .fourFour, read: 1))
    #expect(throws: none) { try corpus.requiredPieces(in: .train) }
    let waltz = try #require(Meter("3/4"))
    let found = Piece.Split.allCases.flatMap { corpus.pieces(in: $0, meter: waltz) }
    #expect(found.map(\.path) == ["a.mid"])
  }

  @Test func `if no file can be used, the first reason is reported`() throws {
    let folder = try ScratchFolder(["a.mid": [], "b.mid": []])
    let corpus = try Corpus(folder: folder.path)
    let error = #expect(throws: CorpusError.self) { try corpus.requiredPieces(in: .train) }
    guard case .noneReadable(2, let first) = error?.problem else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(first.hasPrefix("a.mid: byte 0: "))
  }

  @Test func `pipes do not block, and circular links end`() throws {
    let folder = try ScratchFolder(["sub/a.mid": Take.bytes([36])])
    let pipe = unsafe mkfifo("\(folder.path)/pipe.mid", 0o600)
    #expect(pipe == 0)
    try link("sub/up", in: folder, to: folder.path)
    try link("lost.mid", in: folder, to: "nowhere")
    let corpus = try Corpus(folder: folder.path)
    #expect(corpus.pieces.map(\.path) == ["sub/a.mid"])
    #expect(
      corpus.skipped.map { "\($0.path): \($0.reason)" } == [
        "lost.mid: No such file or directory", "pipe.mid: a device or a pipe, not a file",
      ])
  }

  private func link(_ name: String, in folder: ScratchFolder, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/\(name)", withDestinationPath: target)
  }
}
