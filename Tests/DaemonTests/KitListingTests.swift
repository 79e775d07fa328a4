import ControlSocket
import FluidSynthesizer
import Foundation
import GhostnoteTesting
import Testing

@testable import Daemon

@Suite struct KitListingTests {
  @Test func `a file is read once, and again only where it was written`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Broken.sf2")
    try Data("RIFF".utf8).write(to: file)
    var listing = KitListing()
    listing.search.directories = [folder.path]
    for _ in 0..<3 { #expect(listing.node() == .array([])) }
    #expect(listing.readings == 1)
    try Data("RIFF and more".utf8).write(to: file)
    _ = listing.node()
    #expect(listing.readings == 2)
  }

  @Test func `many damaged files hide no SoundFont, and few are read and listed`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let (own, system) = (folder.appending(path: "own"), folder.appending(path: "system"))
    defer { try? FileManager.default.removeItem(at: folder) }
    for folder in [own, system] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    for number in 0..<30 {
      try Data("RIFF".utf8).write(to: own.appending(path: "\(number).sf2"))
    }
    for number in 0..<5 {
      try FileManager.default.createSymbolicLink(
        atPath: system.appending(path: "kit-\(number).sf2").path,
        withDestinationPath: "\(GhostnoteProgram.root)/SoundFonts/Ghostnote-Machine.sf2")
    }
    /// How many are listed of both folders, and how many files are read for that.
    func counts(mostFonts: Int, mostRead: Int) -> [Int] {
      var listing = KitListing()
      listing.search.directories = [own.path, system.path]
      (listing.mostFonts, listing.mostRead) = (mostFonts, mostRead)
      for _ in 0..<2 { _ = listing.node() }
      guard case .array(let fonts) = listing.node() else { return [] }
      return [fonts.count, listing.readings]
    }
    #expect(counts(mostFonts: 3, mostRead: 100) == [3, 33])
    #expect(counts(mostFonts: 20, mostRead: 100) == [5, 35])
    #expect(counts(mostFonts: 20, mostRead: 31) == [1, 31])
  }
}
