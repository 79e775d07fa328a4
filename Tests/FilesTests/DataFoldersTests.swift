import Files
import Testing

@Suite struct DataFoldersTests {
  private func paths(_ environment: [String: String], _ executable: String?) -> [String] {
    DataFolders(of: "Kits", environment: environment, executable: executable).paths
  }

  @Test(arguments: [".build", ".build-release"])
  func `the folders are the user's, the installation's and the project's`(build: String) {
    #expect(
      paths(["HOME": "/no/a"], "/no/ghostnote/\(build)/linux/debug/ghostnote") == [
        "/no/a/.local/share/ghostnote/Kits", "/no/ghostnote/\(build)/linux/debug/Kits",
        "/no/ghostnote/\(build)/linux/share/ghostnote/Kits", "/no/ghostnote/Kits",
      ])
  }

  @Test func `the project may be in a folder that is named like a build folder`() {
    #expect(
      paths([:], "/no/.build-all/ghostnote/.build/linux/debug/ghostnote").last
        == "/no/.build-all/ghostnote/Kits")
  }

  @Test func `an absolute XDG_DATA_HOME takes precedence over HOME`() {
    let home = "/no/a/.local/share/ghostnote/Kits"
    #expect(paths(["HOME": "/no/a", "XDG_DATA_HOME": "/no/x"], nil) == ["/no/x/ghostnote/Kits"])
    for none in ["", "relative"] {
      #expect(paths(["HOME": "/no/a", "XDG_DATA_HOME": none], nil) == [home])
    }
    #expect(paths([:], nil) == [])
  }
}
