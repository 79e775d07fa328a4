import Commands
import NIOHTTP1

extension RequestCheck {
  /// What file a request brings or asks for; nil for any other request, and for one that is refused.
  func exchange(_ request: Request) -> FileExchange.Kind? {
    guard refusal(of: request) == nil, let kind = FileExchange.Kind(request.head),
      fileRefusal(kind, request) == nil
    else { return nil }
    return kind
  }

  /// Why a file is not taken or given; nil where it is.
  func fileRefusal(_ kind: FileExchange.Kind, _ request: Request) -> PageResponse? {
    if kind.brings {
      if isFromOutside(request) { return .otherOrigin }
      guard request.head.headers["content-type"] == [kind.type] else {
        return PageResponse(.unsupportedMediaType, "expected \(kind.type)")
      }
    } else if !hasNoBody(request.head) {
      return PageResponse(.payloadTooLarge, "expected a request without a body")
    }
    guard let access = access(of: request) else { return .unknownVisitor }
    return access >= kind.access
      ? nil : PageResponse(.forbidden, "needs the access level \(kind.access.rawValue)")
  }
}
