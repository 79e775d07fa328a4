import ControlSocket
import NIOHTTP1

/// What is sent back to a request.
struct PageResponse: Sendable, Hashable {
  var status: HTTPResponseStatus
  var type = "text/plain; charset=utf-8"
  var tag: String?
  /// A Set-Cookie header.
  var cookie: String?
  /// The cookie whose pages are to be closed.
  var ended: String?
  /// The name under which a browser stores it.
  var download: String?
  /// Whether the body is in gzip.
  var isCompressed = false
  var body: [UInt8] = []

  init(_ status: HTTPResponseStatus, _ reason: String = "") {
    self.status = status
    body = Array((reason.isEmpty ? status.reasonPhrase : reason).utf8) + [0x0A]
  }

  init(_ status: HTTPResponseStatus, json: JSONNode) {
    self.status = status
    type = "application/json"
    body = Array(json.text.utf8)
  }

  init(type: String, _ body: [UInt8]) {
    (status, self.type, self.body) = (.ok, type, body)
  }

  /// A file, in gzip where the browser takes it so.
  init(_ file: PageFiles.File, takesGzip: Bool = false) {
    let compressed = takesGzip ? file.compressed : nil
    self.init(type: file.type, compressed?.bytes ?? file.bytes)
    (tag, isCompressed) = (file.tag, compressed != nil)
  }

  /// The browser has this file.
  init(unchanged file: PageFiles.File) {
    (status, tag, type) = (.notModified, file.tag, file.type)
  }

  static let otherOrigin = PageResponse(
    .forbidden, "the page must come from here: Origin and Host differ")
  static let unknownVisitor = PageResponse(
    .unauthorized, "open the page by the link or the QR code in the terminal")
  static let cannotPlay = PageResponse(
    .forbidden, "a phone needs the access level play, which this link does not give")

  /// The headers of every response.
  func headers(keepsAlive: Bool) -> HTTPHeaders {
    var headers = HTTPHeaders([
      ("content-type", type), ("content-length", String(body.count)),
      ("cache-control", "no-cache"),
      (
        "content-security-policy",
        "default-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
          + "object-src 'none'; form-action 'none'"
      ),
      ("x-content-type-options", "nosniff"), ("referrer-policy", "no-referrer"),
      ("cross-origin-opener-policy", "same-origin"),
      ("cross-origin-resource-policy", "same-origin"),
    ])
    if let tag {
      headers.add(name: "etag", value: tag)
      headers.add(name: "vary", value: "accept-encoding")
    }
    if isCompressed { headers.add(name: "content-encoding", value: "gzip") }
    if let cookie { headers.add(name: "set-cookie", value: cookie) }
    if let download {
      headers.add(name: "content-disposition", value: "attachment; filename=\"\(download)\"")
    }
    if !keepsAlive { headers.add(name: "connection", value: "close") }
    return headers
  }
}
