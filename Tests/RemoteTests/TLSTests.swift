import Foundation
import GhostnoteTesting
import NIOCore
import Shell
import Testing

@testable import Remote

/// https by stunnel4 and an authority of one's own, with openssl as the other end.
@Suite(
  .serialized, .enabled(if: SystemProgram("stunnel4") != nil && SystemProgram("openssl") != nil))
struct TLSTests {
  private let root: String
  private let openssl: SystemProgram

  init() throws {
    root = "/tmp/gn-tls-\(UUID().uuidString.prefix(8))"
    openssl = try #require(SystemProgram("openssl"))
  }

  private var options: TLSOptions {
    var options = TLSOptions(state: root + "/state", runtime: root + "/run")
    options.hostName = "studio"
    return options
  }

  private func authority() throws -> CertificateAuthority {
    try CertificateAuthority(in: root + "/state", host: "studio", openssl: openssl)
  }

  private func cleanUp() { try? FileManager.default.removeItem(atPath: root) }

  /// Whether openssl connects to the page, and trusts it.
  private func connects(_ port: Int, _ more: String...) -> Bool {
    let words = [
      "s_client", "-connect", "127.0.0.2:\(port)", "-CAfile", root + "/state/authority/ca.pem",
      "-verify_return_error",
    ]
    return (try? openssl.run(words + more))?.contains("Verify return code: 0 (ok)") == true
  }

  /// What is sent back by https, after what openssl says of the connection unless it `isQuiet`.
  private func response(
    _ port: Int, to request: String, isQuiet: Bool = true
  ) throws -> String {
    let (input, output) = (try ProgramPipe(), try ProgramPipe())
    let process = try ChildProcess(
      openssl.path,
      [
        "s_client", "-connect", "127.0.0.2:\(port)", "-CAfile",
        root + "/state/authority/ca.pem", "-verify_return_error", "-verify_ip", "127.0.0.2",
      ] + (isQuiet ? ["-quiet"] : []),
      streams: ChildProcess.Streams(
        input: input.reading.fileDescriptor, output: output.writing.fileDescriptor))
    try output.writing.close()
    try input.writing.write(contentsOf: Data(request.utf8))
    let data = output.reading.readDataToEndOfFile()
    try input.writing.close()
    #expect(process.wait() != 128 + SIGKILL)
    return String(decoding: data, as: UTF8.self)
  }

  private func request(_ start: String, _ port: Int, _ headers: String = "", body: String = "")
    -> String
  {
    "\(start) HTTP/1.1\r\nHost: 127.0.0.2:\(port)\r\nOrigin: https://127.0.0.2:\(port)\r\n\(headers)"
      + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
  }

  @Test func `a phone joins by https with a certificate that it trusts`() throws {
    defer { cleanUp() }
    let network = try NetworkBench(tls: options)
    let secure = try #require(
      network.bench.server.requestCheck.addresses.secure, "\(network.said.value)")
    #expect(secure.hosts == ["127.0.0.2", "studio.local", "localhost"])
    let link = try #require(network.bench.server.invitation?.securePhone)
    #expect(link.hasPrefix("https://127.0.0.2:\(secure.port)/phone#join="))
    let joined = try response(
      secure.port,
      to: request(
        "POST /session", secure.port, "Content-Type: application/json\r\n",
        body: #"{"token":"\#(network.token())"}"#))
    let cookie = try #require(
      joined.firstMatch(of: #/set-cookie: ([^;]*);.*; Secure/#)?.output.1, "\(joined)")
    #expect(cookie.hasPrefix("__Host-ghostnote-\(network.port)="))
    let asked = request("GET /session", secure.port, "Cookie: \(cookie)\r\n")
    #expect(try response(secure.port, to: asked).hasSuffix(#"{"access":"play"}"#))
    // What is given by https is not for http, where anybody of the network reads it.
    #expect(try network.status(of: network.request("GET /session", "Cookie: \(cookie)\r\n")) == 401)
    // And the page of http may not speak to that of https.
    let mixed = request("GET /socket", secure.port, "Cookie: \(cookie)\r\n")
      .replacing("Origin: https", with: "Origin: http")
    #expect(try response(secure.port, to: mixed).hasPrefix("HTTP/1.1 403"))
    #expect(network.isWell())
  }

  @Test func `the certificate to install is the authority's, with the fingerprint that is printed`()
    throws
  {
    defer { cleanUp() }
    let network = try NetworkBench(tls: options)
    let client = try RawClient(host: NetworkBench.host, port: network.port)
    client.send(network.request("GET /ca.crt", "Connection: close\r\n"))
    let bytes = client.receive().bytes
    let end = try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8))).upperBound
    #expect(String(decoding: bytes[..<end], as: UTF8.self).contains("application/x-x509-ca-cert"))
    let file = root + "/fetched.der"
    try Data(bytes[end...]).write(to: URL(fileURLWithPath: file))
    let text = try openssl.run([
      "x509", "-inform", "der", "-in", file, "-noout", "-fingerprint", "-sha256",
    ])
    let fingerprint = try #require(network.bench.server.requestCheck.addresses.secure?.fingerprint)
    #expect(text.contains(fingerprint))
    #expect(fingerprint.count == 95)
    let json = try network.response(to: network.request("GET /trust.json"))
    #expect(json.contains(fingerprint))
  }

  @Test func `old protocols and plain http are refused, odd names change nothing`() throws {
    defer { cleanUp() }
    let network = try NetworkBench(tls: options)
    let port = try #require(
      network.bench.server.requestCheck.addresses.secure?.port, "\(network.said.value)")
    #expect(connects(port, "-verify_ip", "127.0.0.2"))
    for version in ["-tls1", "-tls1_1"] {
      #expect(
        !connects(port, version, "-cipher", "ALL:@SECLEVEL=0"))
    }
    for version in ["-tls1_2", "-tls1_3"] {
      #expect(connects(port, version))
    }
    for name in ["evil.example", "../../etc/passwd", String(repeating: "a", count: 250)] {
      #expect(
        connects(port, "-servername", name), "\(name)")
    }
    #expect(!connects(port, "-verify_hostname", "evil.example"))
    let plain = try RawClient(host: NetworkBench.host, port: port)
    plain.send(network.request("GET /"))
    let (bytes, isClosed) = plain.receive(within: 30)
    #expect(isClosed)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("HTTP/1.1 200"))
    let noise = try RawClient(host: NetworkBench.host, port: port)
    noise.send((0..<4_096).map { UInt8(truncatingIfNeeded: $0 * 37) })
    #expect(noise.receive(within: 30).isClosed)
    #expect(network.isWell())
  }

  @Test func `the authority certifies private addresses only`() throws {
    defer { cleanUp() }
    let authority = try authority()
    let folder = try PrivateFolder(root + "/leaf")
    let verify = {
      try openssl.run(["verify", "-CAfile", authority.certificate, folder.file("chain.pem")])
    }
    for host in ["192.168.1.5", "10.0.0.1", "fd00::2", "studio.local", "localhost", "127.0.0.1"] {
      try authority.issue(for: [host], in: folder)
      #expect(try verify().contains("OK"), "\(host)")
    }
    for host in [
      "example.com", "studio", "local.evil.example", "8.8.8.8", "2001:db8::1", "172.32.0.1",
    ] {
      try authority.issue(for: [host], in: folder)
      #expect(throws: TLSError.self, "\(host)") { _ = try verify() }
    }
    // Nor may what it certified certify others.
    let text = try openssl.run(["x509", "-in", folder.file("chain.pem"), "-noout", "-text"])
    #expect(text.contains("CA:FALSE"))
    #expect(text.contains("TLS Web Server Authentication"))
  }

  @Test func `the authority is made once, and its key is ours alone`() throws {
    defer { cleanUp() }
    let first = try authority().fingerprint()
    #expect(try authority().fingerprint() == first)
    let key = root + "/state/authority/ca.key"
    let mode = try #require(
      FileManager.default.attributesOfItem(atPath: key)[.posixPermissions] as? Int)
    #expect(mode == 0o600)
    for (path, mode) in [
      (key, mode_t(0o640)), (root + "/state/authority", 0o755), (root + "/state", 0o711),
    ] {
      unsafe chmod(path, mode)
      #expect { try authority() } throws: { "\($0)".contains("others may read it; run chmod") }
      unsafe chmod(path, path == key ? 0o600 : 0o700)
    }
    try FileManager.default.moveItem(atPath: key, toPath: key + ".away")
    try FileManager.default.createSymbolicLink(atPath: key, withDestinationPath: key + ".away")
    #expect(throws: TLSError.self) { _ = try authority() }
  }

  @Test func `a certificate fits the addresses of the time, and is made again in time`() throws {
    defer { cleanUp() }
    var options = options
    options.renewal = 0
    let network = try NetworkBench(tls: options)
    let terminator = try #require(network.bench.server.network?.terminator, "\(network.said.value)")
    let port = try #require(network.bench.server.requestCheck.addresses.secure?.port)
    let serial = {
      try openssl.run(["x509", "-in", root + "/run/chain.pem", "-noout", "-serial"])
    }
    let before = try serial()
    let addresses = ["127.0.0.2", "127.0.0.3"].compactMap { IPAddress($0) }
    let secure = try terminator.update(addresses)
    #expect(secure?.hosts == ["127.0.0.2", "127.0.0.3", "studio.local", "localhost"])
    #expect(try serial() != before)
    #expect(
      eventually {
        connects(port, "-verify_ip", "127.0.0.3")
      })
    let days = try openssl.run(["x509", "-in", root + "/run/chain.pem", "-noout", "-dates"])
    #expect(days.contains("notAfter"))
    let again = try serial()
    #expect(try terminator.update(addresses) != nil)
    #expect(try serial() != again)
  }

  @Test func `a certificate outlives a clock that is set back, or is made again`() throws {
    defer { cleanUp() }
    let clock = Locked(Date(timeIntervalSinceNow: 20 * 86_400))
    var options = options
    options.clock = { clock.value }
    let network = try NetworkBench(tls: options)
    let listeners = try #require(network.bench.server.network)
    let chain = root + "/run/chain.pem"
    let isValid = {
      let at = "\(Int(clock.value.timeIntervalSince1970))"
      let words = ["verify", "-attime", at, "-CAfile", root + "/state/authority/ca.pem", chain]
      return (try? openssl.run(words)) != nil
    }
    #expect(isValid(), "\(network.said.value)")
    // By some hours: it was valid a day before it was made.
    let first = try String(contentsOfFile: chain, encoding: .utf8)
    clock.change { $0.addTimeInterval(-20 * 3_600) }
    listeners.look()
    #expect(isValid())
    #expect(try String(contentsOfFile: chain, encoding: .utf8) == first)
    // By weeks: it is not valid yet, and another is made as soon as it is looked at. The authority still is.
    clock.change { $0.addTimeInterval(-19 * 86_400) }
    listeners.look()
    #expect(isValid())
    let second = try String(contentsOfFile: chain, encoding: .utf8)
    #expect(second != first)
    // Forward, to where it would end in some weeks.
    clock.change { $0.addTimeInterval(31 * 86_400) }
    listeners.look()
    #expect(try String(contentsOfFile: chain, encoding: .utf8) != second)
    #expect(isValid())
  }

  @Test func `keys are made in a folder of any name, and nothing else is left there`() throws {
    defer { cleanUp() }
    let odd = root + #"/a b#c $d "e" \f"#
    try FileManager.default.createDirectory(atPath: odd, withIntermediateDirectories: true)
    let authority = try CertificateAuthority(in: odd + "/state", host: "studio", openssl: openssl)
    let folder = try PrivateFolder(odd + "/leaf")
    try authority.issue(for: ["127.0.0.2"], in: folder)
    let verified = try openssl.run([
      "verify", "-CAfile", authority.certificate, folder.file("chain.pem"),
    ])
    #expect(verified.contains("OK"))
    let names = { try FileManager.default.contentsOfDirectory(atPath: $0).sorted() }
    #expect(try names(folder.path) == ["chain.pem", "leaf.key"])
    #expect(try names(odd + "/state") == ["authority"])
    #expect(try names(odd + "/state/authority") == ["ca.key", "ca.pem"])
  }

  @Test func `a connection by https on which nothing moves is closed`() throws {
    defer { cleanUp() }
    var options = options
    options.idle = 1
    var limits = RemoteLimits()
    // The server behind would wait for a request.
    limits.patience = .seconds(90)
    let network = try NetworkBench(limits: limits, tls: options)
    let port = try #require(
      network.bench.server.requestCheck.addresses.secure?.port, "\(network.said.value)")
    let began = ContinuousClock.now
    let said = try response(port, to: "", isQuiet: false)
    #expect(said.contains("Verify return code: 0 (ok)") && !said.contains("HTTP/1.1"), "\(said)")
    #expect(ContinuousClock.now - began < .seconds(60))
  }

  @Test func `an authority that is not valid yet is said to be so`() throws {
    defer { cleanUp() }
    // It is valid from a year before it is made on.
    let ahead = Date(timeIntervalSinceNow: 364 * 86_400)
    let state = root + "/state"
    _ = try CertificateAuthority(in: state, host: "studio", openssl: openssl, at: ahead)
    _ = try authority()
    let behind = Date(timeIntervalSinceNow: -2 * 86_400)
    #expect {
      try CertificateAuthority(in: state, host: "studio", openssl: openssl, at: behind)
    } throws: {
      let words = "\($0)"
      return words.contains("not valid before") && words.contains("delete the folder")
    }
  }

  @Test func `stunnel is given as many files as there may be, and no more than its share`() {
    let limits: [UInt64] = [0, 300, 512, 513, .max]
    #expect(limits.map { StunnelProcess.files(within: $0) } == [0, 300, 512, 512, 512])
  }

  @Test func `stunnel takes no more connections than its share`() throws {
    defer { cleanUp() }
    try #require(SystemProgram("prlimit") != nil)
    let network = try NetworkBench(tls: options)
    let stunnel = try #require(
      network.bench.server.network?.terminator?.stunnel.identifier, "\(network.said.value)")
    let isLimited = try eventually {
      try String(contentsOfFile: "/proc/\(stunnel)/limits", encoding: .utf8)
        .firstMatch(of: #/Max open files +512 /#) != nil
    }
    #expect(isLimited)
  }

  @Test func `a stunnel that was killed is started again, and ends with the server`() throws {
    defer { cleanUp() }
    var network: NetworkBench? = try NetworkBench(tls: options)
    let port = try #require(network?.bench.server.requestCheck.addresses.secure?.port)
    let first = try #require(network?.bench.server.network?.terminator?.stunnel.identifier)
    kill(first, SIGKILL)
    let isAgain = eventually {
      let identifier = network?.bench.server.network?.terminator?.stunnel.identifier
      return identifier != nil && identifier != first && connects(port)
    }
    #expect(isAgain)
    let second = try #require(network?.bench.server.network?.terminator?.stunnel.identifier)
    #expect(network?.said.value.contains { $0.contains("stunnel4 ended") } == true)
    network = nil
    #expect(eventually { kill(second, 0) != 0 })
    #expect(!FileManager.default.fileExists(atPath: root + "/run"))
  }

  @Test func `one's own certificate is shown, and there is none to install`() throws {
    defer { cleanUp() }
    let folder = try PrivateFolder(root + "/own")
    try authority().issue(for: ["drums.local", "127.0.0.2"], in: folder)
    var options = options
    (options.certificate, options.key) = (folder.file("chain.pem"), folder.file("leaf.key"))
    let network = try NetworkBench(tls: options)
    let secure = try #require(
      network.bench.server.requestCheck.addresses.secure, "\(network.said.value)")
    #expect(secure.hosts == ["drums.local", "127.0.0.2"])
    #expect(network.bench.server.secureLines.map { $0.prefix(7) } == ["phones,"])
    #expect(try network.status(of: network.request("GET /ca.crt")) == 404)
    #expect(connects(secure.port, "-verify_hostname", "drums.local"))
    #expect(network.bench.server.requestCheck.addresses.isOurs("drums.local:\(secure.port)"))
    options.certificate = root + "/none.pem"
    let without = try NetworkBench(tls: options)
    #expect(without.said.value.contains { $0.contains("none.pem: cannot be read") })
    #expect(without.isWell())
  }

  @Test func `https is shown when stunnel takes connections, however late`() throws {
    defer { cleanUp() }
    var options = options
    // It is not waited for at the start.
    options.readiness = 0
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    let slow = "#!/bin/sh\nsleep 1\nexec \(try #require(options.stunnel).path) \"$@\"\n"
    #expect(
      FileManager.default.createFile(
        atPath: root + "/slow-stunnel", contents: Data(slow.utf8),
        attributes: [.posixPermissions: 0o700]))
    options.stunnel = SystemProgram("slow-stunnel", search: root)
    let network = try NetworkBench(tls: options)
    #expect(eventually(within: 60) { network.bench.server.invitation?.securePhone != nil })
    let port = try #require(network.bench.server.requestCheck.addresses.secure?.port)
    #expect(connects(port, "-verify_ip", "127.0.0.2"))
    // It was not among the links of the start.
    let link = try #require(network.bench.server.invitation?.securePhone)
    #expect(eventually { network.said.value.contains("phones, with motion: \(link)") })
    #expect(eventually { network.said.value.last?.contains("fingerprint: ") == true })
  }

  @Test func `where there was no address at the start, https is said once there is one`() throws {
    defer { cleanUp() }
    var holder: Loopback? = try Loopback("127.0.0.3")
    let port = try #require(holder?.port)
    let network = try NetworkBench(tls: options, address: "127.0.0.3", port: port)
    let listeners = try #require(network.bench.server.network)
    #expect(network.bench.server.invitation?.secureOwner == nil)
    #expect(network.bench.server.secureLines.isEmpty)
    holder = nil
    let isSaid = eventually {
      listeners.look()
      return network.said.value.last?.contains("fingerprint: ") == true
    }
    #expect(isSaid, "\(network.said.value)")
    let link = try #require(network.bench.server.invitation?.securePhone)
    #expect(network.said.value.filter { $0 == "phones, with motion: \(link)" }.count == 1)
    #expect(network.said.value.contains { $0.hasPrefix("phones: http://127.0.0.3:\(port)/") })
  }

  @Test func `after a change of addresses https is said once stunnel listens at the new one`()
    throws
  {
    defer { cleanUp() }
    var holder: Loopback? = try Loopback("127.0.0.3")
    let port = try #require(holder?.port)
    let folder = try PrivateFolder(root + "/own")
    try authority().issue(for: ["drums.local", "127.0.0.3"], in: folder)
    var options = options
    (options.certificate, options.key) = (folder.file("chain.pem"), folder.file("leaf.key"))
    options.readiness = 30
    let network = try NetworkBench(tls: options, address: "127.0.0.3", "127.0.0.2", port: port)
    let listeners = try #require(network.bench.server.network)
    let link = try #require(network.bench.server.invitation?.securePhone, "\(network.said.value)")
    #expect(link.hasPrefix("https://drums.local:"))
    let stunnel = try #require(listeners.terminator?.stunnel.identifier)
    // Stopped, it does not read its configuration again.
    kill(stunnel, SIGSTOP)
    holder = nil
    listeners.look()
    let early = network.said.value
    kill(stunnel, SIGCONT)
    #expect(early.contains { $0.hasPrefix("phones: http://127.0.0.3:\(port)/") }, "\(early)")
    #expect(!early.contains { $0.hasPrefix("phones, with motion: ") }, "\(early)")
    let isSaid = eventually {
      listeners.look()
      return network.said.value.contains {
        $0.hasPrefix("phones, with motion: https://127.0.0.3:")
      }
    }
    #expect(isSaid, "\(network.said.value)")
    #expect(network.said.value.count { $0.hasPrefix("phones, with motion: ") } == 1)
  }

  @Test func `a certificate that does not change is looked into once, and its error is said once`()
    throws
  {
    defer { cleanUp() }
    let folder = try PrivateFolder(root + "/own")
    try authority().issue(for: ["drums.local", "127.0.0.2"], in: folder)
    var options = options
    (options.certificate, options.key) = (folder.file("chain.pem"), folder.file("leaf.key"))
    let network = try NetworkBench(tls: options)
    let listeners = try #require(network.bench.server.network)
    let terminator = try #require(listeners.terminator, "\(network.said.value)")
    let addresses = try #require(IPAddress("127.0.0.2").map { [$0] })
    let before = terminator.examinations
    #expect(before > 0)
    for _ in 0..<5 { #expect(try terminator.update(addresses) == nil) }
    #expect(terminator.examinations == before)
    // Another program writes nonsense over it: an error each time that is looked.
    try "nonsense".write(toFile: folder.file("chain.pem"), atomically: false, encoding: .utf8)
    for _ in 0..<5 { listeners.look() }
    #expect(terminator.examinations > before)
    #expect(network.said.value.count { $0.hasPrefix("https: ") } == 1, "\(network.said.value)")
    try authority().issue(for: ["drums.local", "127.0.0.2"], in: folder)
    listeners.look()
    #expect(network.bench.server.invitation?.securePhone != nil)
  }

  @Test func `who is not stunnel gets nothing at its socket`() throws {
    defer { cleanUp() }
    let network = try NetworkBench(tls: options)
    let mode = try FileManager.default.attributesOfItem(atPath: root + "/run")[.posixPermissions]
    #expect(mode as? Int == 0o700)
    for start in [
      "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", "PROXY UNKNOWN\r\nGET / HTTP/1.1\r\n\r\n",
      String(repeating: "P", count: 200),
      "PROXY TCP4 127.0.0.1 127.0.0.1 1 1\nGET / HTTP/1.1\r\n\r\n",
    ] {
      let client = try RawClient(unix: root + "/run/tls.sock")
      client.send(start)
      let (bytes, isClosed) = client.receive()
      #expect(bytes.isEmpty && isClosed, "\(start)")
    }
    // A loopback address in the header does not make this machine's user of it.
    let client = try RawClient(unix: root + "/run/tls.sock")
    let status = client.status(
      of: "PROXY TCP4 127.0.0.1 127.0.0.1 1 1\r\nGET /session HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(status == 401)
    #expect(network.isWell())
  }

  @Test func `connections by https count for the device that they come from`() throws {
    defer { cleanUp() }
    var limits = RemoteLimits()
    limits.addressConnections = 2
    let network = try NetworkBench(limits: limits, tls: options)
    let connect = { (address: String) -> RawClient in
      let client = try RawClient(unix: root + "/run/tls.sock")
      client.send("PROXY TCP4 \(address) 127.0.0.2 1 1\r\n")
      return client
    }
    let page = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
    let held = try (0..<2).map { _ in try connect("192.168.1.7") }
    for client in held { #expect(client.status(of: page) == 200) }
    #expect(try connect("192.168.1.7").receive().isClosed)
    #expect(try connect("192.168.1.8").status(of: page) == 200)
    #expect(network.bench.isWell())
  }

  @Test func `without stunnel one line says what to install`() throws {
    #expect(SystemProgram("no-such-program", search: "/nonexistent") == nil)
    let found = try #require(SystemProgram("no-such-program", "sh", search: "/bin"))
    #expect(try found.run(["-c", "echo $0 x; exit 0", "a b;c"]) == "a b;c x\n")
    #expect { try found.run(["-c", "echo broken >&2; exit 3"]) } throws: {
      "\($0)".contains("broken")
    }
  }
}
