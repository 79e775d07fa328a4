import Foundation
import Shell

extension Encodable {
  /// Multi-line JSON with sorted keys.
  var prettyJSON: String { json([.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]) }

  /// Single-line JSON with sorted keys.
  var lineJSON: String { json([.sortedKeys, .withoutEscapingSlashes]) }

  private func json(_ format: JSONEncoder.OutputFormatting) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = format
    // The values here can always be encoded: no infinite numbers, only string keys.
    return String(decoding: (try? encoder.encode(self)) ?? Data(), as: UTF8.self).printableJSON
  }
}

extension String {
  /// The value that the text is as JSON; nil where it is none.
  func decoded<Value: Decodable>() -> Value? {
    try? JSONDecoder().decode(Value.self, from: Data(utf8))
  }
}
