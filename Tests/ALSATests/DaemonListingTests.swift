import Commands
import Foundation
import GhostnoteTesting
import Testing

extension ALSATests {
  @Suite(.serialized) struct DaemonListing {
    private struct Port: Decodable {
      var name: String
      var isSource: Bool
      var wouldConnect: Bool
    }

    private struct Finding: Decodable {
      var subject: String
      var state: String
    }

    private func ports(_ arguments: String...) throws -> (ports: [Port], errors: [String]) {
      let outcome = try GhostnoteProgram.start(["ports", "--json"] + arguments).finish()
      #expect(outcome.status == 0)
      let ports = try JSONDecoder().decode([Port].self, from: Data(outcome.output.utf8))
      return (ports, outcome.errorLines)
    }

    @Test func `ports lists the raw MIDI ports and marks what a pattern would connect`() throws {
      let (listed, _) = try ports("--connect", "virtual raw midi 1-[01]")
      let raw = listed.filter { $0.name.hasPrefix("Virtual Raw MIDI") }
      #expect(raw.count == 4)
      #expect(
        listed.filter(\.wouldConnect).map(\.name) == [
          "Virtual Raw MIDI 1-0:VirMIDI 1-0", "Virtual Raw MIDI 1-1:VirMIDI 1-1",
        ])
    }

    @Test func `a pattern without a match is reported, and a star matches no reserved port`() throws
    {
      let nothing = try ports("--connect", "nothing*")
      #expect(nothing.ports.allSatisfy { !$0.wouldConnect })
      #expect(
        nothing.errors.contains("ghostnote: --connect 'nothing*' matches no source now"))
      let marked = try ports("--connect", "*").ports.filter(\.wouldConnect).map(\.name)
      #expect(marked.count == 4)
      #expect(marked.allSatisfy { $0.hasPrefix("Virtual Raw MIDI") })
    }

    @Test func `a star marks no port of a Ghostnote of any name, and its exact name does`() throws {
      for name in ["Second", "Ghostnote"] {
        let daemon = try Daemon(name: name)
        let marked = try ports("--connect", "*").ports.filter(\.wouldConnect).map(\.name)
        #expect(marked.count == 4)
        #expect(marked.allSatisfy { $0.hasPrefix("Virtual Raw MIDI") }, "\(marked)")
        let exact = try ports("--connect", "\(name):out")
        #expect(exact.ports.filter(\.wouldConnect).map(\.name) == ["\(name):out"])
        #expect(!exact.errors.contains { $0.contains("matches no source") })
        #expect(daemon.session.end().status == 0)
      }
    }

    @Test func `ports that cannot be connected are not listed, and the kernel's own are marked`()
      throws
    {
      let daemon = try Daemon()
      let names = try ports().ports.map(\.name)
      #expect(names.contains("Ghostnote:out") && names.contains("Ghostnote:clock-in"))
      #expect(!names.contains("Ghostnote:watch"))
      let outcome = try GhostnoteProgram.run("ports")
      let announce = outcome.output.split(separator: "\n").first { $0.contains("System:Announce") }
      #expect(announce?.hasSuffix("(only by its exact name)") == true, "\(outcome.output)")
      #expect(daemon.session.end().status == 0)
    }

    @Test func `a star connects the devices, but neither System nor Midi Through`() throws {
      let daemon = try Daemon(["--connect", "*"])
      #expect(daemon.session.says("to Ghostnote:in", times: 4))
      let sources = daemon.session.program.errors.split(separator: "\n").filter {
        $0.contains("connected ")
      }
      #expect(sources.count == 4)
      #expect(sources.allSatisfy { $0.contains("connected Virtual Raw MIDI") })
      // The kernel's own list of connections.
      let listing = try run("/usr/bin/aconnect", "-l")
      let clients = listing.components(separatedBy: "client ")
      let through = try #require(clients.first { $0.contains("'Midi Through'") })
      #expect(!through.contains("Connecting To"), "\(through)")
      #expect(daemon.session.end().status == 0)
    }

    @Test func `the doctor reports sequencer and timer as working`() throws {
      let outcome = try GhostnoteProgram.run("doctor", "--json")
      #expect(outcome.status == 0, "\(outcome.output)")
      let findings = try JSONDecoder().decode([Finding].self, from: Data(outcome.output.utf8))
      for subject in ["ALSA sequencer", "timer resolution", "SoundFont"] {
        #expect(findings.first { $0.subject == subject }?.state == "good", "\(subject)")
      }
      for check in ["midi", "sound"] {
        let checked = try GhostnoteProgram.run("doctor", "--check", check)
        #expect(checked.status == 0, "\(checked.output)")
      }
    }
  }
}
