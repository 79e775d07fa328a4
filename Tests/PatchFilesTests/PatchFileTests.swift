import Commands
import Files
import Foundation
import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@testable import PatchFiles

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

  @Test func `a patch that could not be read again is not saved`() throws {
    try inFolder { folder in
      let path = "\(folder)/mine.json"
      try PatchFile.save(Patch(name: "small"), to: path)
      let name = String(repeating: "x", count: PatchFile.largest)
      let error = #expect(throws: PatchError.self) {
        try PatchFile.save(Patch(name: name), to: path)
      }
      #expect(error?.description.contains("it would have 16 MiB") == true)
      #expect(try PatchFile.load(path).name == "small")
    }
    let many = Array(("[" + String(repeating: "0,", count: 1 << 20) + "0]").utf8)
    #expect(PatchFile.obstacle(toReading: many)?.description.contains("1048576 values") == true)
    #expect(PatchFile.obstacle(toReading: Array(Patch().json.utf8)) == nil)
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
      func problem(_ path: String) -> PatchError.Reason? {
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
      // As it is listed, with capitals and underscores.
      try PatchFile.save(Patch(), to: "\(folder)/factory/Big_Funk.json")
      #expect(try PatchFile.find("Big_Funk", in: folders) == "\(folder)/factory/Big_Funk.json")
      let error = #expect(throws: PatchError.self) { try PatchFile.find("rokc", in: folders) }
      #expect(error?.problem == .notFound(nearest: "rock", folders: folders.paths))
      #expect(
        error?.description.hasPrefix(
          "rokc: no such file or factory patch; did you mean “rock”? (looked in ") == true)
    }
  }

  @Test func `a folder hides no patch of its name, and is refused where there is none`() throws {
    try inFolder { folder in
      let (own, factory) = ("\(folder)/own", "\(folder)/factory")
      for place in ["\(own)/Big_Funk.json", factory] {
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      }
      let folders = DataFolders([own, factory], own: own)
      #expect(try PatchFile.find("Big_Funk", in: folders) == "\(own)/Big_Funk.json")
      let files = PatchFiles(folders: folders)
      #expect(throws: PatchError.self) { try files.load("Big_Funk") }
      try PatchFile.save(Patch(name: "factory"), to: "\(factory)/big-funk.json")
      #expect(try files.load("Big_Funk").patch.name == "factory")
      // Nor is a patch saved in the place of a folder.
      let path = try files.destination(of: "Big_Funk")
      #expect(path == "\(own)/big-funk.json")
      try files.save(Patch(name: "mine"), to: path)
      #expect(try files.load("Big_Funk").patch.name == "mine")
    }
  }

  @Test func `of a folder with more patches than are listed each is found by its name`() throws {
    try inFolder { folder in
      let most = FolderListing.mostFiles
      func path(_ number: Int) -> String { "\(folder)/mine-\(number).json" }
      for number in 0..<most + 100 {
        #expect(FileManager.default.createFile(atPath: path(number), contents: nil))
      }
      let folders = DataFolders([folder])
      #expect(PatchFile.names(in: folders).count == most)
      for number in [0, most / 2, most + 99] {
        let found = try PatchFile.find("Mine \(number)", in: folders)
        #expect(found == path(number))
      }
      let error = #expect(throws: PatchError.self) { try PatchFile.find("mine-77x", in: folders) }
      #expect(error?.description.contains("; did you mean “mine-") == true)
      let far = #expect(throws: PatchError.self) { try PatchFile.find("something", in: folders) }
      #expect(far?.problem == .notFound(nearest: nil, folders: [folder]))
    }
  }

  @Test func `a session's store gives one path to a file, however it is named`() throws {
    try inFolder { folder in
      try PatchFile.save(Patch(name: "mine"), to: "\(folder)/mine.json")
      let here = FileManager.default.currentDirectoryPath.split(separator: "/").count
      let relative = String(repeating: "../", count: here) + "\(folder.dropFirst())/mine.json"
      let files = PatchFiles(folders: DataFolders([]), namesWholePaths: true)
      #expect(try files.load(relative).path == files.load("\(folder)/./mine.json").path)
      #expect(try files.destination(of: relative) == files.load("\(folder)/mine.json").path)
      #expect(try PatchFiles(folders: DataFolders([])).load(relative).path == relative)
    }
  }

  /// A home folder, an installation with a patch, and the machine's store of both.
  private func inHome(_ body: (String, PatchFiles) throws -> Void) throws {
    try inFolder { folder in
      let installed = "\(folder)/share/Patches"
      try FileManager.default.createDirectory(
        atPath: installed, withIntermediateDirectories: true)
      try PatchFile.save(Patch(name: "factory"), to: "\(installed)/rock.json")
      let own = "\(folder)/home/ghostnote/Patches"
      try body(folder, PatchFiles(folders: DataFolders([own, installed], own: own)))
    }
  }

  @Test func `what is found by its name is in one of the folders, whatever others are called`()
    throws
  {
    try inHome { folder, files in
      func isOfFolders(_ path: String) -> Bool {
        files.folderPaths.contains { "\($0)/rock.json" == path }
      }
      #expect(isOfFolders(try files.load("rock").path))
      let other = "\(folder)/Patches"
      try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
      try files.save(Patch(name: "mine"), to: "\(other)/rock.json")
      #expect(!isOfFolders(try files.load("\(other)/rock.json").path))
    }
  }

  @Test(arguments: ["rock", "Jazz Ride", "My_Beat", "brand-new", "v1", "a:b"])
  func `what is saved by a name is what is loaded by it`(name: String) throws {
    try inHome { folder, files in
      let path = try files.destination(of: name)
      #expect(path.hasPrefix("\(folder)/home/"))
      try files.save(Patch(name: "mine"), to: path)
      let (patch, found) = try files.load(name)
      #expect(patch.name == "mine" && found == path)
    }
  }

  @Test(arguments: ["MyBeat", "My Beat", "my_beat"])
  func `a patch that is there under its exact name is saved where it is loaded from`(name: String)
    throws
  {
    try inHome { folder, files in
      let path = "\(folder)/home/ghostnote/Patches/\(name).json"
      try files.save(Patch(name: "former"), to: path)
      #expect(try files.load(name).path == path)
      #expect(try files.destination(of: name) == path)
      try files.save(Patch(name: "mine"), to: try files.destination(of: name))
      #expect(try files.load(name).patch.name == "mine")
    }
  }

  @Test func `an installed patch of the exact name is not written over, and found no longer`()
    throws
  {
    try inHome { folder, files in
      let installed = "\(folder)/share/Patches/Big_Funk.json"
      try PatchFile.save(Patch(name: "factory"), to: installed)
      let path = try files.destination(of: "Big_Funk")
      #expect(path == "\(folder)/home/ghostnote/Patches/big-funk.json")
      try files.save(Patch(name: "mine"), to: path)
      #expect(try files.load("Big_Funk").path == path)
      #expect(try PatchFile.load(installed).name == "factory")
    }
  }

  @Test func `what is saved to a path is what is loaded from it`() throws {
    try inHome { folder, files in
      let path = "\(folder)/x.json"
      #expect(try files.destination(of: path) == path)
      try files.save(Patch(name: "mine"), to: path)
      #expect(try files.load(path).patch.name == "mine")
    }
  }

  @Test func `the installation's patches are never written over, by whatever way`() throws {
    try inHome { folder, files in
      let link = "\(folder)/link"
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: "\(folder)/share/Patches")
      for path in [
        "\(folder)/share/Patches/rock.json", "\(folder)/share/../share/Patches/rock.json",
        "\(link)/rock.json",
      ] {
        #expect(try files.destination(of: path) == "\(folder)/home/ghostnote/Patches/rock.json")
      }
      try files.save(Patch(name: "mine"), to: try files.destination(of: "\(link)/rock.json"))
      #expect(try PatchFile.load("\(folder)/share/Patches/rock.json").name == "factory")
      #expect(try files.load("rock").patch.name == "mine")
    }
  }

  @Test(arguments: ["take.mid", "x.wav", "/tmp/take.mid", "./techno", "", "a.JSON5"])
  func `a patch is saved over no file of another kind`(name: String) throws {
    try inHome { _, files in
      #expect(throws: PatchError.self) { try files.destination(of: name) }
      #expect(throws: PatchError.self) { try files.save(Patch(), to: name) }
    }
  }

  @Test func `a SoundFont that is named from where the patch was is found from where it goes`()
    throws
  {
    try inHome { folder, files in
      for place in ["a/kits", "b"] {
        try FileManager.default.createDirectory(
          atPath: "\(folder)/\(place)", withIntermediateDirectories: true)
      }
      _ = FileManager.default.createFile(atPath: "\(folder)/a/kits/x.sf2", contents: Data())
      func moved(_ font: String?, to path: String) -> String? {
        var kit = KitDescription()
        kit.soundFont = font
        return files.kit(kit, movedFrom: "\(folder)/a/p.json", to: "\(folder)/\(path)").soundFont
      }
      #expect(moved("kits/x.sf2", to: "b/p.json") == "\(folder)/a/kits/x.sf2")
      #expect(moved("kits/x.sf2", to: "a/q.json") == "kits/x.sf2")
      #expect(moved("kits/x.sf2", to: "a/kits/q.json") == "x.sf2")
      // By name in a folder of SoundFonts, or wherever it will be one day.
      for other in ["FluidR3_GM", "none/y.sf2", "/no/y.sf2", "~/y.sf2", nil] {
        #expect(moved(other, to: "b/p.json") == other)
      }
    }
  }

  @Test func `a folder of a SoundFont's name is not taken for it when the patch goes elsewhere`()
    throws
  {
    try inHome { folder, files in
      for place in ["a/TimGM6mb", "b"] {
        try FileManager.default.createDirectory(
          atPath: "\(folder)/\(place)", withIntermediateDirectories: true)
      }
      let kit = KitDescription(soundFont: "TimGM6mb")
      let moved = files.kit(kit, movedFrom: "\(folder)/a/p.json", to: "\(folder)/b/p.json")
      #expect(moved.soundFont == "TimGM6mb")
    }
  }

  @Test func `the SoundFonts of single drums are found from where the patch goes`() throws {
    try inHome { folder, files in
      for place in ["a/kits", "b"] {
        try FileManager.default.createDirectory(
          atPath: "\(folder)/\(place)", withIntermediateDirectories: true)
      }
      _ = FileManager.default.createFile(atPath: "\(folder)/a/kits/x.sf2", contents: Data())
      /// Two drums' sounds of `font`, one of them with its preset and key.
      func sources(_ font: String) -> [Drum: DrumSource] {
        let preset = DrumSource.Preset(bank: 128, program: 5)
        return [
          .kick: DrumSource(font: font, preset: preset, key: 40), .ride: DrumSource(font: font),
        ]
      }
      func moved(_ font: String, to path: String) -> [Drum: DrumSource] {
        var kit = KitDescription(soundFont: "FluidR3_GM")
        for (drum, source) in sources(font) { kit[drum].source = source }
        return files.kit(kit, movedFrom: "\(folder)/a/p.json", to: "\(folder)/\(path)").sources
      }
      #expect(moved("kits/x.sf2", to: "b/p.json") == sources("\(folder)/a/kits/x.sf2"))
      #expect(moved("kits/x.sf2", to: "a/q.json") == sources("kits/x.sf2"))
      #expect(moved("kits/x.sf2", to: "a/kits/q.json") == sources("x.sf2"))
      for other in ["FluidR3_GM", "none/y.sf2", "/no/y.sf2", "~/y.sf2"] {
        #expect(moved(other, to: "b/p.json") == sources(other))
      }
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
