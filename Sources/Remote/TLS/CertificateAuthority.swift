import Foundation

/// The authority that phones trust once: it certifies this machine on its own network, and nothing else.
struct CertificateAuthority: Sendable {
  private let folder: PrivateFolder
  private let openssl: SystemProgram

  var certificate: String { folder.file("ca.pem") }
  private var key: String { folder.file("ca.key") }

  /// Days for which the authority and a certificate are valid; devices refuse one of more than 398.
  private static let authorityDays = 3_650
  private static let certificateDays = 90
  /// Days for which they are valid before they were made: the clock of this machine, or that of a device, may be
  /// set back later. Another authority would have to be installed on each device.
  private static let authorityBackdating = 365
  static let backdating = 1

  /// Opens the authority in the folder at `path`, and makes it where there is none.
  init(
    in path: String, host: String?, openssl: SystemProgram, at now: Date = Date()
  ) throws(TLSError) {
    self.openssl = openssl
    let outer = try PrivateFolder(path)
    let place = outer.file("authority")
    if !FileManager.default.fileExists(atPath: place + "/ca.pem") {
      try Self.make(at: place, in: outer, host: host, openssl, now)
    }
    folder = try PrivateFolder(place)
    try PrivateFolder.check(key: folder.file("ca.key"))
    try check(at: now)
  }

  /// Whether devices trust it now, and for another year.
  private func check(at now: Date) throws(TLSError) {
    let remedy = "delete the folder, start again, and install the new one"
    do { try openssl.run(["x509", "-in", certificate, "-noout", "-checkend", "31536000"]) } catch {
      throw TLSError(
        "\(folder.path): the authority's certificate ends within a year; \(remedy)")
    }
    let text = try openssl.run(["x509", "-in", certificate, "-noout", "-startdate"])
    let start = text.drop { $0 != "=" }.dropFirst().prefix { $0 != "\n" }
    guard let first = CertificateSigning.date(shown: String(start)), now < first else { return }
    throw TLSError(
      "\(folder.path): the authority's certificate is not valid before \(start): the clock was ahead when it "
        + "was made, or is behind now; set the clock, or \(remedy)")
  }

  /// Both files appear at once: another server may do the same.
  private static func make(
    at place: String, in outer: PrivateFolder, host: String?, _ openssl: SystemProgram, _ now: Date
  ) throws(TLSError) {
    let new = try PrivateFolder(outer.file(".new-\(getpid())"))
    defer { try? FileManager.default.removeItem(atPath: new.path) }
    let signing = try CertificateSigning("ca", in: new.file("signing"), openssl)
    defer { signing.end() }
    try signing.request(configuration(host: host))
    try signing.sign(
      from: now.addingTimeInterval(-86_400 * Double(authorityBackdating)),
      to: now.addingTimeInterval(86_400 * Double(authorityDays)),
      ["-selfsign", "-keyfile", signing.key, "-extensions", "authority"])
    try move(signing.key, to: new.file("ca.key"))
    try move(signing.certificate, to: new.file("ca.pem"))
    signing.end()
    guard unsafe rename(new.path, place) == 0 else {
      let code = errno
      if code == ENOTEMPTY || code == EEXIST { return }
      throw TLSError("\(place): \(unsafe String(cString: strerror(code)))")
    }
  }

  /// Only names that cannot be registered on the internet, and private addresses: a stolen key is worth nothing
  /// elsewhere. A plain host name is left out, as it may be a domain: `studio`, `music`, `dev`.
  private static func configuration(host: String?) -> String {
    let names = ["local", "localhost", "home.arpa", "internal"]
    let loopback = [IPAddress.Range("127.0.0.0", 8), IPAddress.Range("::1", 128)].compactMap { $0 }
    let ranges = IPAddress.privateRanges + loopback
    let lines =
      names.enumerated().map { "permitted;DNS.\($0) = \($1)" }
      + ranges.enumerated().map { index, range in
        "permitted;IP.\(index) = \(range.first)/\(range.mask?.description ?? "")"
      }
    return """
      [req]
      distinguished_name = name
      prompt = no
      utf8 = yes
      [name]
      O = Ghostnote
      CN = Ghostnote on \(host ?? "this machine")
      [authority]
      basicConstraints = critical, CA:true, pathlen:0
      keyUsage = critical, keyCertSign, cRLSign
      subjectKeyIdentifier = hash
      nameConstraints = critical, @constraints
      [constraints]
      \(lines.joined(separator: "\n"))

      """
  }

  /// What the certificate of a machine may hold.
  static func hosts(of addresses: [IPAddress], host: String?) -> [String] {
    addresses.filter { $0.isPrivate || $0.isLoopback }.map(\.description)
      + (host.map { ["\($0).local"] } ?? []) + ["localhost"]
  }

  /// Writes a new key, and its certificate followed by the authority's, in place of those in `target`.
  ///
  /// It is valid from a day before `now` on.
  func issue(
    for hosts: [String], at now: Date = Date(), in target: PrivateFolder
  ) throws(TLSError) {
    let signing = try CertificateSigning("leaf", in: target.file("signing"), openssl)
    defer { signing.end() }
    try signing.request(Self.configuration(hosts: hosts))
    try signing.sign(
      from: now.addingTimeInterval(-86_400 * Double(Self.backdating)),
      to: now.addingTimeInterval(86_400 * Double(Self.certificateDays)),
      ["-cert", certificate, "-keyfile", key, "-extensions", "leaf"])
    let chain = signing.folder.file("chain.pem")
    try CertificateSigning.write(try text(signing.certificate) + text(certificate), to: chain)
    try Self.move(signing.key, to: target.file("leaf.key"))
    try Self.move(chain, to: target.file("chain.pem"))
  }

  private static func move(_ path: String, to place: String) throws(TLSError) {
    guard unsafe rename(path, place) == 0 else {
      throw TLSError("\(place): \(unsafe String(cString: strerror(errno)))")
    }
  }

  private static func configuration(hosts: [String]) -> String {
    let names = hosts.map { (IPAddress($0) == nil ? "DNS:" : "IP:") + $0 }
    return """
      [req]
      distinguished_name = name
      prompt = no
      [name]
      CN = Ghostnote
      [leaf]
      basicConstraints = critical, CA:false
      keyUsage = critical, digitalSignature
      extendedKeyUsage = serverAuth
      subjectKeyIdentifier = hash
      authorityKeyIdentifier = keyid
      subjectAltName = \(names.joined(separator: ","))

      """
  }

  /// As the terminal and devices show it: pairs of digits with colons between.
  func fingerprint() throws(TLSError) -> String {
    let text = try openssl.run(["x509", "-in", certificate, "-noout", "-fingerprint", "-sha256"])
    return String(text.drop { $0 != "=" }.dropFirst().prefix { $0 != "\n" })
  }

  /// As devices install it.
  func bytes() throws(TLSError) -> [UInt8] {
    let lines = try text(certificate).split(separator: "\n").filter { !$0.hasPrefix("-----") }
    guard let data = Data(base64Encoded: lines.joined()) else {
      throw TLSError("\(certificate): expected a certificate in PEM")
    }
    return [UInt8](data)
  }

  private func text(_ path: String) throws(TLSError) -> String {
    do { return try String(contentsOfFile: path, encoding: .utf8) } catch {
      throw TLSError("\(path): \(error.localizedDescription)")
    }
  }
}
