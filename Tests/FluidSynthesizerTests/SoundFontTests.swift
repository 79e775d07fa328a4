import FluidSynthesizer
import Foundation
import MusicalTime
import Testing

/// SoundFont files, valid and damaged, and the search for them.
struct SoundFontTests {
  @Test func `a file has its name, size and drum kits`() throws {
    let font = TinySoundFont(presets: [(128, 8), (0, 3), (128, 0)])
    let file = try SoundFontFile(path: try font.write())
    #expect(file.name == "Tiny")
    #expect(file.byteCount == font.bytes.count)
    #expect(file.drumPresets.map(\.program) == [0, 8])
    #expect(file.drumPresets.map(\.name) == ["Kit 0", "Kit 8"])
  }

  @Test func `a damaged file is refused with the reason`() throws {
    let whole = TinySoundFont.constant.bytes
    let cases: [(bytes: [UInt8], text: String)] = [
      ([], "the file is empty; fetch it again"),
      (
        Array("kick = 36\nsnare = 38\n".utf8),
        "this is a text file, not a SoundFont; give an .sf2 or .sf3 file"
      ),
      (
        [0x7F, 0x45, 0x4C, 0x46] + [UInt8](repeating: 0, count: 99),
        "this is not a SoundFont 2 file; give an .sf2 or .sf3 file"
      ),
      (
        Array("RIFF".utf8) + [4, 0, 0, 0] + Array("WAVE".utf8),
        "this is not a SoundFont 2 file; give an .sf2 or .sf3 file"
      ),
      (
        TinySoundFont(presets: [(0, 0)]).bytes,
        "the SoundFont has no drum kit (no preset in bank 128); give one with drums, "
          + "or play a preset of it in a session, as in `kit FONT:0:0`"
      ),
      (
        Array(whole[..<700]),
        "the SoundFont is cut short: expected at least \(whole.count) bytes, found 700; fetch it again"
      ),
    ]
    for (bytes, text) in cases {
      let path = NSTemporaryDirectory() + UUID().uuidString + ".sf2"
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let error = #expect(throws: SoundFontError.self) { try SoundFontFile(path: path) }
      #expect(error.map { "\($0)" } == "\(path): \(text)")
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test func `a missing, unreadable or non-regular file is refused without waiting`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let pipe = "\(folder.path)/pipe.sf2"
    try #require(unsafe mkfifo(pipe, 0o600) == 0)
    for (path, reason) in [
      (pipe, SoundFontError.Reason.notRegular), ("/dev/zero", .notRegular),
      (folder.path, .directory), ("\(folder.path)/none.sf2", .missing),
    ] {
      let error = #expect(throws: SoundFontError.self) { try SoundFontFile(path: path) }
      #expect(error?.reason == reason)
    }
    // In a searched folder it is skipped and reported.
    var search = SoundFontSearch()
    search.directories = [folder.path]
    let error = #expect(throws: SoundFontError.self) { try search.find() }
    #expect("\(try #require(error))".contains("pipe.sf2: this is a device or a pipe, not a file"))
  }

  @Test func `a file of zeros after a valid beginning is refused early`() throws {
    let bytes = Array("RIFF".utf8) + [4, 0, 0, 0] + Array("sfbk".utf8)
    let path = NSTemporaryDirectory() + UUID().uuidString + ".sf2"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(bytes + [UInt8](repeating: 0, count: 8 * 257)).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: SoundFontError.self) { try SoundFontFile(path: path) }
    #expect(error?.reason == .tooManyParts)
  }

  @Test func `a truncated file is never accepted and never crashes`() throws {
    let whole = TinySoundFont.constant.bytes
    let path = NSTemporaryDirectory() + UUID().uuidString + ".sf2"
    for length in stride(from: 0, to: whole.count, by: 13) {
      try Data(whole[..<length]).write(to: URL(fileURLWithPath: path))
      #expect(throws: SoundFontError.self) { try SoundFontFile(path: path) }
    }
    try FileManager.default.removeItem(atPath: path)
  }

  @Test func `a flipped byte crashes neither the reader nor the synthesizer`() throws {
    var random = Xorshift(state: 77)
    let whole = TinySoundFont.constant.bytes
    let path = NSTemporaryDirectory() + UUID().uuidString + ".sf2"
    for _ in 0..<200 {
      var bytes = whole
      bytes[Int.random(in: 1130..<whole.count, using: &random)] = UInt8.random(
        in: 0...255, using: &random)
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      guard let file = try? SoundFontFile(path: path) else { continue }
      _ = try? Kit(file: file, sampleRate: .standard)
    }
    try FileManager.default.removeItem(atPath: path)
  }

  @Test func `the error for a missing named file lists the searched paths`() throws {
    let search = SoundFontSearch(
      explicit: "nowhere", environment: ["XDG_DATA_HOME": "/no/data"],
      executable: "/no/bin/ghostnote")
    let error = #expect(throws: SoundFontError.self) { try search.find() }
    let text = "\(try #require(error))"
    #expect(
      text.hasPrefix(
        "nowhere: no such SoundFont; tried /no/data/ghostnote/SoundFonts,"))
    #expect(text.contains(" /no/share/ghostnote/SoundFonts,"))
    #expect(text.contains(" /usr/share/soundfonts,"))
  }

  @Test func `a missing path is named once`() throws {
    let search = SoundFontSearch(explicit: "/no/such.sf2")
    let error = #expect(throws: SoundFontError.self) { try search.find() }
    #expect("\(try #require(error))" == "/no/such.sf2: no such SoundFont")
  }

  @Test func `for a missing relative path the folders are named, not each path in them`() throws {
    let search = SoundFontSearch(
      fromPatch: "kits/such.sf2", patchDirectory: "/no/patches",
      environment: ["XDG_DATA_HOME": "/no/data"], executable: "/no/bin/ghostnote")
    let thrown = #expect(throws: SoundFontError.self) { try search.find() }
    let error = try #require(thrown)
    let text = "\(error)"
    #expect(
      text.hasPrefix(
        "kits/such.sf2: no such SoundFont; tried /no/patches, /no/data/ghostnote/SoundFonts,"))
    #expect(text.components(separatedBy: "such.sf2").count == 2)
    #expect(error.tried == ["/no/patches"] + search.directories)
  }

  @Test func `the order is the user's, the installation's, the system's`() {
    let search = SoundFontSearch(
      environment: ["XDG_DATA_HOME": "/data"], executable: "/repo/.build/debug/ghostnote")
    #expect(
      search.directories == [
        "/data/ghostnote/SoundFonts", "/repo/.build/debug/SoundFonts",
        "/repo/.build/share/ghostnote/SoundFonts", "/repo/SoundFonts", "/usr/share/sounds/sf2",
        "/usr/share/sounds/sf3", "/usr/share/soundfonts", "/data/ghostnote/Kits",
      ])
    let home = SoundFontSearch(environment: ["HOME": "/home/me"], executable: nil)
    #expect(home.directories.first == "/home/me/.local/share/ghostnote/SoundFonts")
  }

  @Test func `the command line comes before the patch, the patch before the directories`() throws {
    let explicit = try TinySoundFont.constant.write("a.sf2")
    let patch = try TinySoundFont.constant.write("b.sf2")
    let found = try TinySoundFont.constant.write("c.sf2")
    func directory(_ path: String) -> String { (path as NSString).deletingLastPathComponent }
    var search = SoundFontSearch(
      explicit: explicit, fromPatch: "b.sf2", patchDirectory: directory(patch))
    search.directories = [directory(found)]
    #expect(try search.find().path == explicit)
    search.explicit = nil
    #expect(try search.find().path == patch)
    search.fromPatch = "c"
    #expect(try search.find().path == found)
    search.fromPatch = nil
    #expect(try search.find().path == found)
    search.fromPatch = "gone.sf2"
    #expect(throws: SoundFontError.self) { try search.find() }
  }

  @Test(arguments: ["sf2", "sf3", "SF2", "SF3", "Sf2", "Sf3", "sF2", "sF3"])
  func `what is listed is found by its name, whatever the case of its ending`(ending: String) throws
  {
    let path = try TinySoundFont.constant.write("Old.\(ending)")
    var search = SoundFontSearch()
    search.directories = [(path as NSString).deletingLastPathComponent]
    #expect(search.names == ["Old"] && search.paths == [path])
    for name in search.names { #expect(try search.find(anyPresetsOf: name).path == path) }
  }

  @Test func `the usual ending comes before others, and an earlier folder before a later one`()
    throws
  {
    func folder(_ path: String) -> String { (path as NSString).deletingLastPathComponent }
    let odd = try TinySoundFont.constant.write("Old.SF2")
    let usual = try TinySoundFont.constant.write("Old.sf2")
    var search = SoundFontSearch()
    search.directories = [folder(odd), folder(usual)]
    #expect(try search.find(anyPresetsOf: "Old").path == odd)
    try FileManager.default.copyItem(atPath: usual, toPath: "\(folder(odd))/Old.sf2")
    #expect(try search.find(anyPresetsOf: "Old").path == "\(folder(odd))/Old.sf2")
  }

  @Test func `a folder hides no SoundFont of its name, and is refused without one`() throws {
    let path = try TinySoundFont.constant.write("Folded.sf2")
    let fonts = (path as NSString).deletingLastPathComponent
    let patches = "\(fonts)/patches"
    for place in [patches, fonts] {
      try FileManager.default.createDirectory(
        atPath: "\(place)/Folded", withIntermediateDirectories: true)
    }
    var search = SoundFontSearch(fromPatch: "Folded", patchDirectory: patches)
    search.directories = [fonts]
    #expect(try search.find().path == path)
    search.fromPatch = "\(patches)/Folded"
    let absolute = #expect(throws: SoundFontError.self) { try search.find() }
    #expect(absolute?.reason == .directory)
    search.fromPatch = "Folded"
    try FileManager.default.removeItem(atPath: path)
    let error = #expect(throws: SoundFontError.self) { try search.find() }
    #expect(error?.reason == .directory && error?.path == "\(patches)/Folded")
  }

  @Test func `a damaged file in a folder is skipped and reported if nothing else is found`()
    throws
  {
    let whole = try TinySoundFont.constant.write("z.sf2")
    let directory = (whole as NSString).deletingLastPathComponent
    try Data("hello".utf8).write(to: URL(fileURLWithPath: "\(directory)/a.sf2"))
    var search = SoundFontSearch()
    search.directories = ["/no/such", directory]
    #expect(try search.find().path == whole)
    #expect(search.all().count == 2)
    try FileManager.default.removeItem(atPath: whole)
    let error = #expect(throws: SoundFontError.self) { try search.find() }
    let text = "\(try #require(error))"
    #expect(text.hasPrefix("/no/such: no SoundFont with drums here or elsewhere;"))
    #expect(text.contains("tried /no/such, \(directory)/a.sf2: this is a text file"))
  }

  @Test func `of a folder full of damaged files only some are opened, and few explained`() throws {
    let whole = try TinySoundFont.constant.write("z.sf2")
    let folder = (whole as NSString).deletingLastPathComponent + "/full"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let count = SoundFontSearch.mostOpened + 44
    for number in 0..<count {
      let name = "\(folder)/\(number + 1_000).sf2"
      #expect(FileManager.default.createFile(atPath: name, contents: Data("text".utf8)))
    }
    var search = SoundFontSearch()
    search.directories = [folder]
    let error = #expect(throws: SoundFontError.self) { try search.find() }
    let tried = try #require(error).tried
    #expect(tried.count == 9)
    #expect(tried.first?.hasPrefix("\(folder)/1000.sf2: this is a text file") == true)
    let most = SoundFontSearch.mostOpened
    let others = "\(most - 8) others of the \(most) files of \(folder) that were looked at"
    #expect(tried.last == others)
    #expect(search.paths.count == count && search.cutDirectories.isEmpty)
    // What lies in the next folder is found all the same, and so is a file of this one by its name.
    search.directories.append((whole as NSString).deletingLastPathComponent)
    #expect(try search.find().path == whole)
    try FileManager.default.copyItem(atPath: whole, toPath: "\(folder)/zz.sf2")
    #expect(try search.find().path == whole)
    #expect(try search.find(anyPresetsOf: "zz").path == "\(folder)/zz.sf2")
    // The system's default is opened first.
    try FileManager.default.moveItem(atPath: "\(folder)/zz.sf2", toPath: "\(folder)/default.sf2")
    #expect(try search.find().path == "\(folder)/default.sf2")
  }

  @Test func `an error says what of a folder was looked at, and that not all its names were read`()
    throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func write(_ count: Int, _ ending: String) {
      for number in 0..<count {
        let name = "\(folder)/\(number).\(ending)"
        #expect(FileManager.default.createFile(atPath: name, contents: Data("text".utf8)))
      }
    }
    var search = SoundFontSearch()
    search.directories = [folder]
    func tried() throws -> [String] {
      let error = #expect(throws: SoundFontError.self) { try search.find() }
      return try #require(error).tried
    }
    write(20, "txt")
    #expect(try tried() == [folder])
    search.mostNames = 10
    #expect(try tried() == ["\(folder) (only the first 10 names were read)"])
    search.mostNames = 1_000
    write(20, "sf2")
    #expect(try tried().last == "12 others in \(folder)")
  }
}
