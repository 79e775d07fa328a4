/// A JSON text as a tree, its members in the order they were written.
package enum JSONValue: Hashable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  package struct Member: Hashable {
    package var key: String
    package var value: JSONValue
  }

  /// The kind of value, for error messages.
  package var kind: String {
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
package struct JSONError: Error, Hashable {
  package enum Reason: Hashable {
    case expected(String, found: String)
    case repeatedKey(String)
    case tooDeep
    case tooMany
  }

  package var line: Int
  package var column: Int
  package var problem: Reason
}
