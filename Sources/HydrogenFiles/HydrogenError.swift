import MusicalTime
public import Rhythm

/// Why a Hydrogen file cannot be imported. Lines count from 1.
public enum HydrogenError: Error, Hashable {
  /// The file is larger than `limit` bytes.
  case tooLarge(limit: Int)
  /// The XML is not well formed.
  case xml(String, line: Int)
  /// The document has a document type declaration, which Hydrogen never writes.
  case documentType(line: Int)
  /// Elements are nested too deeply.
  case depth(line: Int)
  /// There are too many elements.
  case elementCount(line: Int)
  /// The value of an element is not what it should be.
  case value(String, of: String, expected: String, line: Int)
  /// The outermost element is another.
  case root(String, expected: String)
  /// The song has no pattern and no column.
  case noPatterns
  /// A pattern has more lanes than it may have, or another rule of patterns does not allow it.
  case pattern(String, PatternError)
  /// The song is too large for a patch.
  case patch(PatchRuleError)
  /// A kit's archive is damaged or holds what no kit has.
  case archive(String)
  /// There is not enough memory.
  case memory
}

extension HydrogenError: CustomStringConvertible {
  /// What is wrong and where, as a phrase.
  public var description: String {
    switch self {
    case .tooLarge(let limit): "larger than \(limit >> 20) MiB"
    case .xml(let reason, let line): "line \(line): \(reason)"
    case .documentType(let line):
      "line \(line): a document type declaration, which no file of Hydrogen has: remove it"
    case .depth(let line): "line \(line): more than \(XMLLimits.depth) elements inside each other"
    case .elementCount(let line): "line \(line): more than \(XMLLimits.elements) elements"
    case .value(let found, let name, let expected, let line):
      "line \(line), \(name): expected \(expected), found \(String(found.prefix(40)).asFound)"
    case .root(let found, let expected): "expected \(expected), found <\(found.prefix(40))>"
    case .noPatterns: "the song has no patterns"
    case .pattern(let name, let error): "pattern “\(name)”: \(error)"
    case .patch(let error): "\(error)"
    case .archive(let problem): "the archive: \(problem)"
    case .memory: "not enough memory"
    }
  }
}
