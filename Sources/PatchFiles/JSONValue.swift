/// A JSON text as a tree, its members in the order they were written.
enum JSONValue: Hashable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  struct Member: Hashable {
    var key: String
    var value: JSONValue
  }

  /// The kind of value, for error messages.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "a group in braces"
    }
  }
}

/// Where a text is not valid JSON; line and column from 1, the column in Unicode scalars.
struct JSONError: Error, Hashable {
  enum Reason: Hashable {
    case expected(String, found: String)
    case repeatedKey(String)
    case tooDeep
    case tooMany
  }

  var line: Int
  var column: Int
  var problem: Reason
}
