import Control
import Foundation
import Shell

extension Encodable {
  /// The value as JSON on several lines, with sorted keys.
  var prettyJSON: String { json([.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]) }

  /// The value as JSON on one line, with sorted keys.
  var lineJSON: String { json([.sortedKeys, .withoutEscapingSlashes]) }

  private func json(_ format: JSONEncoder.OutputFormatting) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = format
    // Nothing here holds what JSON cannot: no infinite numbers, no odd keys.
    return String(decoding: (try? encoder.encode(self)) ?? Data(), as: UTF8.self).printableJSON
  }
}
