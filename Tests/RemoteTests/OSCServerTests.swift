import CommandText
import Commands
import ControlSocket
import Foundation
import GhostnoteTesting
import NIOCore
import OSC
import Testing

@testable import Remote

/// OSC by UDP in front of a session.
@Suite(.serialized) struct OSCServerTests {
  private func bench(_ access: AccessLevel = .admin) throws -> (Bench, UDPClient) {
    let bench = try Bench(access, osc: .init(port: 0))
    let client = try UDPClient(port: try #require(bench.server.oscPort))
    // Until the session's connections are there, there is a reason instead of a reply.
    #expect(
      eventually {
        client.send("/ghostnote/hit/kick")
        client.send("/ghostnote/show")
        let first = client.message("/ghostnote/reply", within: 0.2)
        return first != nil
          && Set(bench.lines.value).isSuperset(of: ["hit kick", "show", "watch state"])
      })
    return (bench, client)
  }

  @Test func `every command of the table is carried out by its address, and replied to`() throws {
    let (bench, client) = try bench()
    for spec in CommandTable.all where !spec.isOfConnection {
      let example = try #require(spec.examples.first)
      let command = try #require(try CommandReader.command(example))
      let message = try OSCCommandsTests.message(command)
      client.send(OSCPacket.message(message).bytes)
      let reply = client.message("/ghostnote/reply", of: message.address)
      #expect(reply != nil, "\(example)")
      #expect(bench.lines.value.contains(command.line), "\(example)")
    }
  }

  @Test func `errors come back to the sender, from the table and from the access level`() throws {
    let (bench, client) = try bench(.play)
    for (address, word) in [
      ("/ghostnote/frobnicate" as OSCAddress, "unknown command"),
      ("/ghostnote/tempo", "access level"), ("/nothing/here", "unknown address"),
      ("/Hydrogen/PLAYLIST_SONG", "no playlists"),
    ] {
      client.send(address, 100)
      let error = client.message("/ghostnote/error", of: address)
      guard case .string(let reason)? = error?.arguments.last else {
        Issue.record("no reason for \(address)")
        continue
      }
      #expect(reason.contains(word), "\(reason)")
    }
    withExtendedLifetime(bench) {}
  }

  @Test func `subscribers get the state, its changes and hits, and only they do`() throws {
    let (bench, client) = try bench()
    let quiet = try UDPClient(port: try #require(bench.server.oscPort))
    client.send("/ghostnote/subscribe")
    #expect(client.message("/ghostnote/subscribed") != nil)
    #expect(client.message("/ghostnote/level/kick")?.arguments == [-3.0])
    #expect(eventually { bench.lines.value.contains("watch state hits") })
    let session = try #require(bench.session.value)
    #expect(eventually { session.isWatched(.hits) })
    session.publish(
      .array([
        .object([
          "drum": .string("crash"), "velocity": .integer(90), "beat": .rounded(2),
          "time": .integer(NIODeadline.now().uptimeNanoseconds), "by": .string("pad"),
        ])
      ]), to: .hits)
    #expect(
      client.message("/ghostnote/hits")?.arguments == ["crash", 90, "pad", .double(2)])
    let name = try #require(JSONNode(parsing: #"{"document":{"kit":{"level":-1}}}"#))
    session.publish(state: name)
    #expect(client.message("/ghostnote/level")?.arguments == [-1.0])
    // Nothing has come to it before this reply.
    quiet.send("/ghostnote/stop")
    let first = quiet.next()
    #expect(first?.address == "/ghostnote/reply")
    #expect(first?.arguments.first == "/ghostnote/stop")
  }

  @Test func `feedback to our own port is refused, by loopback and by the machine's address`()
    throws
  {
    var options = OSCOptions(port: 0)
    let hosts = ["127.0.0.1"] + [Self.ownAddress].compactMap(\.self)
    for host in hosts {
      let isAddress = options.peers.allow(host)
      #expect(isAddress)
    }
    let bench = try Bench(.admin, osc: options)
    let port = try #require(bench.server.oscPort)
    for host in hosts {
      let client = try UDPClient(port: port, host: host)
      client.send("/ghostnote/subscribe", "hits", .int32(Int32(port)))
      let reason = client.message("/ghostnote/error", of: "/ghostnote/subscribe")?.arguments.last
      #expect(
        reason
          == "subscribe: expected the port of a program that shows it, found Ghostnote’s own",
        "\(host)")
      // Another port of the same machine is a program's.
      client.send("/ghostnote/subscribe", "hits", .int32(Int32(client.port)))
      #expect(client.message("/ghostnote/subscribed") != nil, "\(host)")
    }
    withExtendedLifetime(bench) {}
  }

  @Test func `a session that comes back is found again`() throws {
    let (bench, client) = try bench()
    bench.stopSession()
    #expect(
      eventually {
        client.send("/ghostnote/play")
        return client.message("/ghostnote/error", within: 0.2) != nil
      })
    try bench.startSession()
    #expect(
      eventually {
        client.send("/ghostnote/play")
        return client.message("/ghostnote/reply", within: 0.2) != nil
      })
  }

  @Test func `a flood of garbage disturbs no client`() throws {
    let (bench, client) = try bench()
    var chance = SplitMix64(seed: 5)
    for length in 0..<3_000 {
      var bytes = (0..<length % 97).map { _ in UInt8.random(in: 0...255, using: &chance) }
      if chance.once(in: 2), !bytes.isEmpty { bytes[0] = UInt8(ascii: "/") }
      client.send(bytes)
    }
    let calm = try UDPClient(port: try #require(bench.server.oscPort))
    #expect(
      eventually {
        calm.send("/ghostnote/play")
        return calm.message("/ghostnote/reply", within: 0.2) != nil
      })
    #expect(bench.isWell())
  }

  // MARK: Other machines

  /// An address of this machine by which it is as another one: packets sent to it come from it.
  private static var ownAddress: String? {
    NetworkInterfaces.addresses.first { !$0.isIPv6 }?.description
  }

  /// Where `options` are in force, the lines that come of a `hit snare` by the network and a `hit kick` by loopback
  /// after it.
  private func hits(_ options: OSCOptions, by host: String) throws -> [String] {
    let bench = try Bench(.admin, osc: options)
    let port = try #require(bench.server.oscPort)
    let (near, far) = (try UDPClient(port: port), try UDPClient(port: port, host: host))
    // Until the session's connections are there, there is a reason instead of a reply.
    #expect(
      eventually {
        near.send("/ghostnote/hit/crash")
        return near.message("/ghostnote/reply", within: 0.2) != nil
          && bench.lines.value.contains("hit crash")
      })
    far.send("/ghostnote/hit/snare")
    near.send("/ghostnote/hit/kick")
    #expect(eventually { bench.lines.value.contains("hit kick") })
    return bench.lines.value.filter { $0.hasPrefix("hit") }
  }

  @Test(.enabled(if: ownAddress != nil))
  func `another machine is heard where its address or network is allowed, and only there`() throws {
    let host = try #require(Self.ownAddress)
    let network = host.split(separator: ".").prefix(2).joined(separator: ".") + ".0.0/16"
    for (allowed, isHeard) in [(host, true), (network, true), ("203.0.113.9", false)] {
      var options = OSCOptions(port: 0)
      let isAddress = options.peers.allow(allowed)
      #expect(isAddress)
      #expect(try hits(options, by: host).contains("hit snare") == isHeard, "\(allowed)")
    }
    // Without a list nothing is even open to the network.
    #expect(try !hits(OSCOptions(port: 0), by: host).contains("hit snare"))
  }

  /// Whether this machine has IPv6.
  private static var hasIPv6: Bool {
    guard let client = try? UDPClient(port: 9, host: "::1") else { return false }
    return client.port != 0
  }

  @Test(.enabled(if: hasIPv6))
  func `an IPv6 network that is allowed is heard, beside IPv4 and only by its own`() throws {
    let host = NetworkInterfaces.addresses.first { $0.isIPv6 }?.description
    for (allowed, far, isHeard) in [
      (["fd00::/8"], "::1", true), (["fd00::/8", "192.168.1.0/24"], "::1", true),
      (["192.168.1.0/24"], "::1", false), ([], "::1", false),
      (["2001:db8::/32"], host, false), (host.map { [$0] } ?? [], host, true),
    ] {
      guard let far else { continue }
      var options = OSCOptions(port: 0)
      for text in allowed {
        let isAddress = options.peers.allow(text)
        #expect(isAddress)
      }
      // The nearer one speaks IPv4 in each case.
      #expect(try hits(options, by: far).contains("hit snare") == isHeard, "\(allowed) \(far)")
    }
  }

  @Test func `a phone has one name by either socket`() throws {
    for host in ["192.168.1.20", "::ffff:192.168.1.20"] {
      #expect(MotionReader.name(try SocketAddress(ipAddress: host, port: 1)) == "192.168.1.20")
    }
    #expect(MotionReader.name(try SocketAddress(ipAddress: "fd00::5", port: 1)) == "fd00::5")
  }

  @Test func `accelerations reach who takes them`() throws {
    var options = OSCOptions(port: 0)
    let samples = Locked<[SensorReading]>([])
    options.motion = { sample in samples.change { $0.append(sample) } }
    let bench = try Bench(osc: options)
    let client = try UDPClient(port: try #require(bench.server.oscPort))
    client.send("/accxyz", 0.0, 0.0, 1.0)
    #expect(eventually { samples.value.count == 1 })
    #expect(samples.value.first?.source == "127.0.0.1")
    #expect(samples.value.first.map { abs($0.z - 9.80665) < 1e-6 } == true)
    withExtendedLifetime(bench) {}
  }

  @Test func `the tree is served beside the page`() throws {
    let (bench, _) = try bench()
    func get(_ path: String, accept: String) throws -> String {
      let client = try RawClient(port: bench.port)
      client.send(
        "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: \(accept)\r\nConnection: close\r\n\r\n")
      return String(decoding: client.receive().bytes, as: UTF8.self)
    }
    #expect(try get("/", accept: "text/html").contains("text/html"))
    #expect(try get("/", accept: "*/*").contains(#""FULL_PATH":"/ghostnote/tempo""#))
    #expect(try get("/?HOST_INFO", accept: "text/html").contains("\"OSC_PORT\""))
    #expect(
      eventually {
        (try? get("/ghostnote/level/kick?VALUE", accept: "*/*"))?.hasSuffix(#"{"VALUE":[-3]}"#)
          == true
      })
    #expect(try get("/ghostnote/nothing", accept: "*/*").hasPrefix("HTTP/1.1 404"))
  }

  @Test func `a port that is taken is said`() throws {
    let (bench, _) = try bench()
    var options = RemoteServer.Options(files: try PageFiles(folder: try Folder.page()))
    options.port = 0
    options.osc = .init(port: try #require(bench.server.oscPort))
    #expect(throws: OSCPortError.self) { _ = try RemoteServer(options) }
  }
}
