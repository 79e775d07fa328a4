import Commands
import ControlSocket
import NIOCore
import OSC
import Rhythm
import Testing

@testable import Remote

/// The tree of addresses over HTTP, and who may send.
@Suite struct OSCQueryTests {
  private let query = OSCQuery(port: 9_000)

  @Test func `every command is in the tree, with its types and ranges`() throws {
    for entry in OSCCommands.entries {
      let node = try #require(query.reply(to: entry.address.description), "\(entry.address)")
      #expect(node["FULL_PATH"] == .string(entry.address.description))
      #expect(node["TYPE"] != nil)
      #expect(node["RANGE"]?.elements.count == node["TYPE"]?.string?.count)
    }
    let level = try #require(query.reply(to: "/ghostnote/level/kick"))
    #expect(level["TYPE"] == .string("f"))
    #expect(level["RANGE"] == JSONNode(parsing: #"[{"MIN":-60,"MAX":12}]"#))
    #expect(level["UNIT"] == JSONNode(parsing: #"["dB"]"#))
    #expect(level["ACCESS"] == .integer(2))
    let lost = try #require(query.reply(to: "/ghostnote/clock/lost"))
    #expect(lost["RANGE"] == JSONNode(parsing: #"[{"VALS":["hold","stop","internal"]}]"#))
    let hits = try #require(query.reply(to: "/ghostnote/hits/velocity"))
    #expect(hits["RANGE"] == JSONNode(parsing: #"[{"MIN":1,"MAX":127}]"#))
  }

  @Test func `the root holds all addresses, once each`() throws {
    func paths(_ node: JSONNode) -> [String] {
      guard case .object(let contents)? = node["CONTENTS"] else { return own(node) }
      return own(node) + contents.values.flatMap(paths)
    }
    func own(_ node: JSONNode) -> [String] {
      node["TYPE"] == nil ? [] : [node["FULL_PATH"]?.string ?? ""]
    }
    let root = try #require(query.reply(to: "/"))
    #expect(root["FULL_PATH"] == .string("/"))
    let own = OSCOwnAddress.all.map { "/ghostnote/\($0.name)" }
    #expect(
      paths(root).sorted() == (OSCCommands.entries.map(\.address.description) + own).sorted())
  }

  @Test func `what is taken or sent without a command is in the tree as well`() throws {
    for (name, type, access) in [
      ("cmd", "s", 2), ("subscribe", "s", 2), ("unsubscribe", "", 2), ("motion", "s", 2),
      ("playing", "f", 1),
    ] {
      let node = try #require(query.reply(to: "/ghostnote/\(name)"), "\(name)")
      #expect(node["TYPE"] == .string(type))
      #expect(node["ACCESS"] == .integer(access))
      #expect(node["RANGE"]?.elements.count == type.count)
      #expect(node["DESCRIPTION"]?.string?.isEmpty == false)
    }
    let channels = try #require(query.reply(to: "/ghostnote/subscribe?RANGE"))
    #expect(
      channels
        == JSONNode(parsing: #"{"RANGE":[{"VALS":["state","hits","beat","hydrogen"]}]}"#))
    query.show(["/ghostnote/playing": [1.0]])
    #expect(query.reply(to: "/ghostnote/playing?VALUE") == JSONNode(parsing: #"{"VALUE":[1]}"#))
    #expect(query.reply(to: "/ghostnote/playing")?["ACCESS"] == .integer(1))
  }

  @Test func `every string that motion is said to take is taken`() throws {
    let range = try #require(query.reply(to: "/ghostnote/motion?RANGE"))
    let words = range["RANGE"]?.elements.first?["VALS"]?.elements.compactMap(\.string) ?? []
    #expect(words.count == Drum.count + 2)
    var exchange = OSCExchange(access: .play)
    let peer = try SocketAddress(ipAddress: "127.0.0.1", port: 5_000)
    for word in words {
      let packet = OSCPacket.message(OSCMessage("/ghostnote/motion", [.string(word)]))
      switch exchange.take(packet.bytes, from: peer, at: .now).last {
      case .send(.message(let message), _)?:
        #expect(message.address == "/ghostnote/reply", "\(word)")
      // Who has the drum says whether it can be chosen.
      case .choose(let drum, _, let asker)?: #expect(drum.name == word && asker == peer)
      default: Issue.record("no reply to \(word)")
      }
    }
  }

  @Test func `values are shown, and one attribute by itself`() {
    #expect(query.reply(to: "/ghostnote/tempo?VALUE") == nil)
    query.show(["/ghostnote/tempo": [96.0]])
    #expect(query.reply(to: "/ghostnote/tempo?VALUE") == JSONNode(parsing: #"{"VALUE":[96]}"#))
    #expect(query.reply(to: "/ghostnote/tempo")?["ACCESS"] == .integer(3))
    #expect(query.reply(to: "/ghostnote/tempo?TYPE") == JSONNode(parsing: #"{"TYPE":"f"}"#))
  }

  @Test func `the host says where its port is`() {
    let info = query.reply(to: "/?HOST_INFO")
    #expect(info?["OSC_PORT"] == .integer(9_000))
    #expect(info?["EXTENSIONS"]?["VALUE"] == .bool(true))
  }

  @Test(arguments: ["/ghostnote/nothing", "/ghostnote/play?NONSENSE", "/other", "/ghostnote/../x"])
  func `what is not there is not found`(uri: String) { #expect(query.reply(to: uri) == nil) }

  // MARK: Who may send

  @Test(arguments: [
    ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("192.168.1.20", true),
    ("192.168.1.21", false), ("10.1.2.3", true), ("10.2.2.3", false), ("fd00::5", true),
    ("fd01::5", false), ("::ffff:192.168.1.20", true), ("::ffff:192.168.1.21", false),
  ])
  func `only who is allowed is heard`(host: String, isAllowed: Bool) throws {
    var peers = PeerList()
    for text in ["192.168.1.20", "10.1.0.0/16", "fd00::/16"] {
      let isTaken = peers.allow(text)
      #expect(isTaken)
    }
    #expect(peers.allows(try SocketAddress(ipAddress: host, port: 1)) == isAllowed)
    #expect(!peers.isLoopbackOnly)
  }

  @Test(arguments: ["", "localhost", "1.2.3", "1.2.3.4/33", "1.2.3.4/0", "1.2.3.4/8/8", "::1/129"])
  func `what is not an address or network is refused`(text: String) {
    var peers = PeerList()
    let isTaken = peers.allow(text)
    #expect(!isTaken)
    #expect(peers.isLoopbackOnly)
  }
}
