import Testing

@testable import Remote

/// Addresses, and the names and links made of them.
@Suite struct AddressTests {
  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("fd00:0:0::2", "fd00::2"),
    ("::ffff:192.168.1.5", "192.168.1.5"),
  ])
  func `an address is written as the kernel writes it`(text: String, written: String) {
    #expect(IPAddress(text)?.description == written)
  }

  @Test(arguments: [
    "127.1", "2130706433", "0x7f.0.0.1", "1.2.3.4.5", "fe80::1%eth0", "[::1]", "", "::1 ",
  ])
  func `other spellings are not addresses`(text: String) { #expect(IPAddress(text) == nil) }

  @Test func `private ranges end where the standards say`() {
    let inside = [
      "10.0.0.0", "10.255.255.255", "172.16.0.0", "172.31.255.255", "192.168.0.1", "169.254.1.1",
      "100.64.0.1", "100.127.255.255", "fc00::1", "fdff::1",
    ]
    let outside = [
      "9.255.255.255", "11.0.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0",
      "100.63.0.0", "100.128.0.0", "8.8.8.8", "127.0.0.1", "fbff::1", "fe00::1", "2001:db8::1",
    ]
    for text in inside { #expect(IPAddress(text)?.isPrivate == true, "\(text)") }
    for text in outside { #expect(IPAddress(text)?.isPrivate == false, "\(text)") }
    #expect(IPAddress.Range("172.16.0.0", 12)?.mask?.description == "255.240.0.0")
    #expect(IPAddress.Range("fc00::", 7)?.mask?.description == "fe00::")
  }

  @Test func `this machine's addresses are neither loopback nor of one link`() {
    for address in NetworkInterfaces.addresses {
      #expect(!address.isLoopback && !address.isLinkLocal, "\(address)")
    }
  }

  private func served(_ network: [String], public publicAddress: String? = nil) -> ServedAddresses {
    let addresses = ServedAddresses(
      port: 3560, publicAddress: publicAddress.flatMap { PublicAddress($0) }, hostName: "studio")
    addresses.network = network.compactMap { IPAddress($0) }
    return addresses
  }

  @Test(arguments: [
    "192.168.1.5", "192.168.1.5:3560", "[fd00::2]:3560", "studio.local", "Studio.Local:3560",
    "studio",
    "localhost", "127.0.0.1:1", "[::1]",
  ])
  func `the machine's addresses and names are ours on the network`(host: String) {
    #expect(served(["192.168.1.5", "fd00::2"]).isOurs(host))
  }

  @Test(arguments: [
    "192.168.1.6", "192.168.1.5.", "192.168.001.5", "192.168.1.5:", "[192.168.1.5]", "fd00::2",
    "[fd00:0::2]", "[fd00::3]", "[::ffff:192.168.1.5]", "studio.local.",
    "studio.local.evil.example",
    "evil.studio.local", "3232235781", "user@192.168.1.5", "studio.localhost",
  ])
  func `other names are not`(host: String) {
    #expect(!served(["192.168.1.5", "fd00::2"]).isOurs(host))
  }

  @Test func `names of the machine are ours only where others are let in`() {
    #expect(!served([]).isOurs("studio.local"))
    #expect(served([], public: "https://drums.example.org").isOurs("drums.example.org"))
    #expect(!served([], public: "https://drums.example.org").isOurs("drums.example.org:3560"))
    #expect(served([], public: "http://drums.example.org:8080").isOurs("drums.example.org:8080"))
  }

  @Test(arguments: [
    "drums.example.org", "ftp://drums.example.org", "https://", "https://a/b", "https://user@host",
    "https://a?b", "https://a#b", "https://a b", "https://ä.example", "https://:443",
  ])
  func `a public address is a scheme and a host`(text: String) {
    #expect(PublicAddress(text) == nil)
  }

  @Test(arguments: [
    ("https://drums.example.org:443", "https://drums.example.org"),
    ("https://Drums.example.org:443/", "https://drums.example.org"),
    ("http://drums.example.org:80", "http://drums.example.org"),
    ("https://[fd00::2]:443", "https://[fd00::2]"), ("https://[fd00::443]", "https://[fd00::443]"),
    ("https://drums.example.org:8443", "https://drums.example.org:8443"),
    ("https://drums.example.org:80", "https://drums.example.org:80"),
    ("http://drums.example.org:443", "http://drums.example.org:443"),
  ])
  func `a public address has no port that is its scheme's own, as browsers have none`(
    text: String, named: String
  ) throws {
    let address = try #require(PublicAddress(text))
    #expect(address.description == named)
    #expect(served([], public: text).isOurs(String(named.split(separator: "/")[1])))
  }

  @Test(arguments: [
    ("localhost", true), ("LocalHost:9", true), ("127.0.0.1:3560", true), ("[::1]:1", true),
    ("[::1]", true), ("::1", false), ("[127.0.0.1]", false),
    ("127.1", false), ("127.0.0.1:", false), ("studio", false), ("studio.local", false),
    ("192.168.1.5", false), ("", false),
  ])
  func `of the names that are ours few are the loopback address's`(host: String, isLoopback: Bool) {
    #expect(ServedAddresses.isLoopback(host) == isLoopback)
  }

  @Test func `a link leads to the first address, and holds its token where browsers keep it`()
    throws
  {
    let token = try #require(AccessToken("0123456789abcdef0123456789abcdef"))
    let addresses = served(["192.168.1.5", "fd00::2"])
    #expect(
      addresses.link(.phone, token)
        == "http://192.168.1.5:3560/phone#join=0123456789abcdef0123456789abcdef")
    #expect(addresses.link(.phone, token, isSecure: true) == nil)
    addresses.secure = ServedAddresses.Secure(port: 3561, hosts: ["fd00::2", "studio.local"])
    #expect(
      addresses.link(.owner, token, isSecure: true)
        == "https://[fd00::2]:3561/#join=0123456789abcdef0123456789abcdef")
    // An address that the certificate cannot hold is reached by name.
    addresses.secure = ServedAddresses.Secure(port: 3561, hosts: ["studio.local"])
    #expect(addresses.base(isSecure: true) == "https://studio.local:3561")
    #expect(
      served([], public: "https://Drums.example.org/").link(.phone, token)
        == "https://drums.example.org/phone#join=0123456789abcdef0123456789abcdef")
  }

  @Test(
    arguments: [
      // Nothing is listened on: an address that was there before leads nowhere.
      ([], ["192.168.1.5", "studio.local", "localhost"], nil),
      // No other device finds this machine as localhost, or by an address that is not listened on.
      (["8.8.8.8"], ["localhost"], nil), (["8.8.8.8"], ["192.168.1.6", "fd00::2"], nil),
      (["8.8.8.8"], ["localhost", "192.168.1.6", "studio.local"], "https://studio.local:3561"),
      (["fd00::2"], ["studio.local", "fd00::2"], "https://[fd00::2]:3561"),
    ] as [([String], [String], String?)])
  func `a link by https leads to what is listened on and can be found, or there is none`(
    network: [String], hosts: [String], base: String?
  ) {
    let addresses = served(network)
    addresses.secure = ServedAddresses.Secure(port: 3561, hosts: hosts)
    #expect(addresses.base(isSecure: true) == base)
  }

  @Test func `the line before TLS says where a connection comes from`() {
    #expect(
      ProxyHeader.source(in: "PROXY TCP4 192.168.1.7 192.168.1.5 50000 3561\r")
        == IPAddress("192.168.1.7"))
    #expect(
      ProxyHeader.source(in: "PROXY TCP6 fd00::7 fd00::2 50000 3561\r") == IPAddress("fd00::7"))
    for line in [
      "", "PROXY", "PROXY UNKNOWN\r", "PROXY TCP4 x 192.168.1.5 1 2\r", "GET / HTTP/1.1\r",
      "PROXY TCP4 192.168.1.7 192.168.1.5 50000 3561", "PROXY  TCP4 192.168.1.7 192.168.1.5 1 2\r",
    ] {
      #expect(ProxyHeader.source(in: line) == nil, "\(line)")
    }
  }
}
