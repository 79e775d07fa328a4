import Commands
import Testing

@testable import Daemon

/// The moving grid on a terminal.
@Suite struct GridDisplayTests {
  @Test func `what is drawn works no terminal, whatever the patch and its lanes are called`() {
    var status = MachineStatus()
    status.patch = "\u{1B}[2J\nSong"
    let lines = GridDisplay.lines(status, "ki\u{9B}ck\u{7} x...\n        ^")
    #expect(lines.count == 3)
    #expect(lines.first?.contains("Song") == true)
    for scalar in lines.joined().unicodeScalars {
      #expect(scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value), "\(scalar.value)")
    }
  }
}
