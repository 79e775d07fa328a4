import Foundation

/// A folder in which openssl makes a key and signs a request for it: by `openssl ca`, which alone can say from when on
/// a certificate is valid (the others can since OpenSSL 3.4), and which keeps books in files.
struct CertificateSigning {
  private let name: String
  let folder: PrivateFolder
  private let openssl: SystemProgram

  var key: String { folder.file(name + ".key") }
  var certificate: String { folder.file(name + ".pem") }

  init(_ name: String, in path: String, _ openssl: SystemProgram) throws(TLSError) {
    // One that was ended in the middle may have left some.
    try? FileManager.default.removeItem(atPath: path)
    (self.name, self.openssl) = (name, openssl)
    folder = try PrivateFolder(path)
  }

  /// Makes a key, and a request with the subject in a configuration.
  func request(_ configuration: String) throws(TLSError) {
    try Self.write(configuration + books, to: folder.file(name + ".cnf"))
    try Self.write("", to: folder.file("index"))
    try openssl.run([
      "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-sha256",
      "-config", folder.file(name + ".cnf"), "-keyout", key, "-out", folder.file(name + ".csr"),
    ])
    unsafe chmod(key, 0o600)
  }

  /// Makes the certificate.
  func sign(from first: Date, to last: Date, _ signer: [String]) throws(TLSError) {
    try openssl.run(
      [
        "ca", "-batch", "-notext", "-config", folder.file(name + ".cnf"), "-rand_serial",
        "-startdate",
        Self.written(first), "-enddate", Self.written(last), "-in", folder.file(name + ".csr"),
        "-out",
        certificate,
      ] + signer)
  }

  /// Deletes the folder.
  func end() { try? FileManager.default.removeItem(atPath: folder.path) }

  private var books: String {
    """
    [ca]
    default_ca = books
    [books]
    database = \(Self.quoted(folder.file("index")))
    serial = \(Self.quoted(folder.file("serial")))
    new_certs_dir = \(Self.quoted(folder.path))
    default_md = sha256
    policy = subject
    [subject]
    organizationName = optional
    commonName = supplied

    """
  }

  /// A path may hold what means something in a configuration.
  private static func quoted(_ path: String) -> String {
    let escaped = path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }

  /// As in a certificate: `20261127103000Z`.
  private static func written(_ date: Date) -> String {
    formatter("yyyyMMddHHmmss'Z'").string(from: date)
  }

  /// As openssl shows it: `Nov 27 10:30:00 2026 GMT`.
  static func date(shown text: String) -> Date? {
    formatter("MMM d HH:mm:ss yyyy 'GMT'").date(from: text)
  }

  private static func formatter(_ format: String) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = format
    return formatter
  }

  static func write(_ text: String, to path: String) throws(TLSError) {
    do { try text.write(toFile: path, atomically: false, encoding: .utf8) } catch {
      throw TLSError("\(path): \(error.localizedDescription)")
    }
  }
}
