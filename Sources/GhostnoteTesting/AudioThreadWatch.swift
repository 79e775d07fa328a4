import Foundation

/// A watch on the audio thread of a program: `Tests/Judges/interpose.c`, which counts what that thread
/// must not do in its callback.
///
/// Start the program with `environment`, and read `counts()` once it has ended.
public struct AudioThreadWatch {
  /// What it counted, by the names of its report.
  public struct Counts: Sendable {
    /// The report as it was written, with the first offences as backtraces.
    public let text: String
    private let numbers: [String: Double]

    init(text: String) {
      self.text = text
      let lines = text.split(separator: "\n").prefix { !$0.hasPrefix("offence ") }
      numbers = lines.reduce(into: [:]) { numbers, line in
        let words = line.split(separator: " ")
        if words.count == 2, let number = Double(words[1]) { numbers[String(words[0])] = number }
      }
    }

    /// The number of that name; nil where there is none.
    public subscript(name: String) -> Double? { numbers[name] }

    /// What was counted and is not 0, callbacks and frames left out.
    public var offences: String {
      numbers.filter { $0.value > 0 && !["callbacks", "frames"].contains($0.key) }
        .sorted { $0.key < $1.key }.map { "\($0.key) \(Int($0.value))" }
        .joined(separator: ", ")
    }
  }

  /// What the program is to be started with.
  public let environment: [(name: String, value: String)]
  private let report: String

  /// A watch for one program; with `selfTest` its first callback does what it must not, once each.
  public init(selfTest: Bool = false) throws {
    report = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    environment =
      [("LD_PRELOAD", try Judges.path("libinterpose.so")), ("INTERPOSE_REPORT", report)]
      + (selfTest ? [("INTERPOSE_SELFTEST", "1")] : [])
  }

  /// What was counted, once the program has ended; it can be read once.
  public func counts() throws -> Counts {
    defer { try? FileManager.default.removeItem(atPath: report) }
    return Counts(text: try String(contentsOfFile: report, encoding: .utf8))
  }
}
