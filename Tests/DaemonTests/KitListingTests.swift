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
}
