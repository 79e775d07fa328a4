import Foundation
import NIOCore

/// Why an address or a port cannot be listened on, in words.
public struct ListeningError: Error, Hashable, CustomStringConvertible {
  /// As in “address already in use”.
  public let description: String
  /// Whether another program has the port.
  public let isTaken: Bool

  /// What `bind` threw.
  init(_ error: any Error) {
    guard let error = error as? IOError else {
      (description, isTaken) = ("\(error)", false)
      return
    }
    let text = unsafe String(cString: strerror(error.errnoCode))
    description = text.prefix(1).lowercased() + text.dropFirst()
    isTaken = error.errnoCode == EADDRINUSE
  }
}
