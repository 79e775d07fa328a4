import ControlSocket
import Foundation
import GhostnoteTesting
import Testing

extension JACKTests.DaemonTests {
  /// A runtime folder for one daemon's socket.
  final class Runtime {
    let path = "/tmp/gn-\(UUID().uuidString.prefix(8))"
    var environment: [(name: String, value: String)] { [("XDG_RUNTIME_DIR", path)] }
    var folder: SocketFolder { SocketFolder(path: "\(path)/ghostnote") }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  @Test func `play and stop by the socket are heard in JACK's audio`() throws {
    let runtime = Runtime()
    let daemon = try Daemon(on: try JACKServer(), ["rock"], environment: runtime.environment)
    for (number, (command, isHeard)) in [
      ("tempo 180; play", true), ("stop", false), ("play", true),
    ]
    .enumerated() {
      let ctl = try GhostnoteProgram.start(["ctl", command], environment: runtime.environment)
      ctl.closeInput()
      #expect(ctl.finish().status == 0)
      // What rings dies away within that.
      if !isHeard { Thread.sleep(forTimeInterval: 4) }
      let ear = try WirePeer("ear\(number)", server: daemon.server)
      #expect(ear.connect("ghostnote:out_left", "ear\(number):audio"))
      if isHeard {
        #expect(eventually { ear.samples.contains { $0.height > 0.01 } })
      } else {
        Thread.sleep(forTimeInterval: 1)
        #expect(!ear.samples.contains { $0.height > 0.001 })
      }
    }
    #expect(daemon.session.end().status == 0)
    withExtendedLifetime(runtime) {}
  }

  @Test func `listen is what JACK is given, sample for sample`() throws {
    let runtime = Runtime()
    let daemon = try Daemon(on: try JACKServer(), environment: runtime.environment)
    let ear = try WirePeer("ear", server: daemon.server)
    #expect(ear.connect("ghostnote:out_left", "ear:audio"))
    let listener = try ControlClient(name: nil, in: runtime.folder)
    #expect(listener.request("listen", within: 20_000) != nil)
    let commander = try ControlClient(name: nil, in: runtime.folder)
    #expect(commander.request("hit snare 120", within: 20_000) != nil)
    let bytes = listener.bytes(4 * 48_000)
    let heard = stride(from: 0, to: bytes.count, by: 4).map { place in
      Float(Int16(bitPattern: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8)) / 32_767
    }
    let given = Dictionary(ear.samples.map { ($0.frame, $0.height) }) { first, _ in first }
    let first = try #require(heard.firstIndex { $0.magnitude > 0.01 })
    let start = try #require(ear.samples.first { $0.height.magnitude > 0.01 }?.frame)
    // As far as both go, but for a cycle that the server left out on a loaded machine.
    let length = min(heard.count - first, 9_600)
    let likeness = (0..<length).count { offset in
      abs(heard[first + offset] - (given[start + offset] ?? 0)) < 2 / 32_767
    }
    #expect(length > 4_800)
    #expect(
      likeness == length || daemon.losses != 0 || ear.lostCycles != 0, "\(likeness) of \(length)")
    #expect(daemon.session.end().status == 0)
    withExtendedLifetime(runtime) {}
  }
}
