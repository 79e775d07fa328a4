import Foundation

/// How https is served.
public struct TLSOptions: Sendable {
  /// Where the authority is kept.
  public var state: String
  /// For what only this run needs: a folder that only this user may enter.
  public var runtime: String
  /// Files of one's own instead.
  public var certificate: String?
  public var key: String?
  /// What ends TLS; nil where it is not installed.
  var stunnel = SystemProgram("stunnel4", "stunnel")
  /// The name under which the machine is reached as `NAME.local`.
  var hostName = NetworkInterfaces.hostName
  /// After how many seconds a certificate is made again.
  var renewal = 30 * 86_400.0
  /// After how many seconds a connection on which nothing moves is closed: pages are pinged more often.
  var idle = 60
  /// What time it is, as far as certificates go.
  var clock: @Sendable () -> Date = { Date() }
  /// How many seconds the start waits for stunnel; it is shown later where it takes longer.
  var readiness = 5.0
  /// What is said while it runs.
  var say: @Sendable (String) -> Void = { _ in }

  public init(state: String, runtime: String) { (self.state, self.runtime) = (state, runtime) }

  func identity(_ openssl: SystemProgram) throws(TLSError) -> TLSTerminator.Identity {
    guard let certificate, let key else {
      return .made(
        try CertificateAuthority(in: state, host: hostName, openssl: openssl, at: clock()))
    }
    for path in [certificate, key] where !FileManager.default.isReadableFile(atPath: path) {
      throw TLSError("\(path): cannot be read")
    }
    return .files(certificate: certificate, key: key)
  }
}
