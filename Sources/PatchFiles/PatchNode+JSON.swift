extension PatchNode {
  /// The root of a JSON text; `file` is used in errors.
  init(json: [UInt8], file: String) throws(PatchError) {
    guard String(validating: json, as: UTF8.self) != nil else {
      throw PatchError(file: file, .notUTF8(line: Self.lineOfBrokenText(json)))
    }
    let value: JSONValue
    do { value = try JSONReader.read(json) } catch {
      let line = error.line
      let problem: PatchError.Reason =
        switch error.problem {
        case .expected(let expected, let found):
          .notJSON(line: line, column: error.column, expected: expected, found: found)
        case .repeatedKey(let key): .repeatedKey(key, line: line)
        case .tooDeep: .tooDeep(line: line)
        case .tooMany: .tooManyValues(line: line)
        }
      throw PatchError(file: file, problem)
    }
    self.init(file: file, place: "", value: value)
  }

  /// A line feed is never part of a longer UTF-8 character, so the lines can be checked one by one.
  private static func lineOfBrokenText(_ text: [UInt8]) -> Int {
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    return 1 + (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0)
  }
}
