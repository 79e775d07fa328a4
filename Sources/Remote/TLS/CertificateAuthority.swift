import Foundation

/// The authority that phones trust once: it certifies this machine on its own network, and nothing else.
struct CertificateAuthority: Sendable {
  private let folder: PrivateFolder
  private let openssl: SystemProgram

  var certificate: String { folder.file("ca.pem") }
  private var key: String { folder.file("ca.key") }

  /// Days for which the authority and a certificate are valid; devices refuse one of more than 398.
  private static let authorityDays = 3_650
  static let certificateDays = 90

  /// Opens the authority in the folder at `path`, and makes it where there is none.
  init(in path: String, host: String?, openssl: SystemProgram) throws(TLSError) {
    self.openssl = openssl
    let outer = try PrivateFolder(path)
    let place = outer.file("authority")
    if !FileManager.default.fileExists(atPath: place + "/ca.pem") {
      try Self.make(at: place, in: outer, host: host, openssl)
    }
    folder = try PrivateFolder(place)
    try PrivateFolder.check(key: folder.file("ca.key"))
    do { try openssl.run(["x509", "-in", certificate, "-noout", "-checkend", "31536000"]) } catch {
      throw TLSError(
        "\(place): the authority's certificate ends within a year; delete the folder, start again, and "
          + "install the new one")
    }
  }

  /// Both files appear at once: another server may do the same.
  private static func make(
    at place: String, in outer: PrivateFolder, host: String?, _ openssl: SystemProgram
  ) throws(TLSError) {
    let new = try PrivateFolder(outer.file(".new-\(getpid())"))
    defer { try? FileManager.default.removeItem(atPath: new.path) }
    try write(configuration(host: host), to: new.file("ca.cnf"))
    try openssl.run([
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-sha256",
      "-days", "\(authorityDays)", "-config", new.file("ca.cnf"), "-keyout", new.file("ca.key"),
      "-out", new.file("ca.pem"),
    ])
    unsafe chmod(new.file("ca.key"), 0o600)
    guard unsafe rename(new.path, place) == 0 else {
      let code = errno
      if code == ENOTEMPTY || code == EEXIST { return }
      throw TLSError("\(place): \(unsafe String(cString: strerror(code)))")
    }
  }

  /// Only names that nobody can own on the internet, and private addresses: a stolen key is worth nothing
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
      x509_extensions = authority
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
  func issue(
    for hosts: [String], days: Int = certificateDays, in target: PrivateFolder
  ) throws(TLSError) {
    let part = { (name: String) in target.file("new-\(name)") }
    try Self.write(Self.configuration(hosts: hosts), to: part("leaf.cnf"))
    try openssl.run([
      "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-config",
      part("leaf.cnf"), "-keyout", part("leaf.key"), "-out", part("leaf.csr"),
    ])
    unsafe chmod(part("leaf.key"), 0o600)
    let serial = String(UInt64.random(in: 1 << 60..<1 << 63), radix: 16)
    try openssl.run([
      "x509", "-req", "-in", part("leaf.csr"), "-CA", certificate, "-CAkey", key, "-set_serial",
      "0x\(serial)", "-days", "\(days)", "-sha256", "-extfile", part("leaf.cnf"), "-extensions",
      "leaf", "-out", part("leaf.pem"),
    ])
    try Self.write(try text(part("leaf.pem")) + text(certificate), to: part("chain.pem"))
    for name in ["leaf.key", "chain.pem"] where unsafe rename(part(name), target.file(name)) != 0 {
      throw TLSError("\(target.file(name)): \(unsafe String(cString: strerror(errno)))")
    }
    for name in ["leaf.cnf", "leaf.csr", "leaf.pem"] { _ = unsafe unlink(part(name)) }
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

  private static func write(_ text: String, to path: String) throws(TLSError) {
    do { try text.write(toFile: path, atomically: false, encoding: .utf8) } catch {
      throw TLSError("\(path): \(error.localizedDescription)")
    }
  }
}
