import Control
import Foundation
public import Logging
public import Shell

/// Writes one line a message to standard error, plain or as JSON.
public struct PlainLogHandler: LogHandler {
  public var logLevel: Logger.Level
  public var metadata: Logger.Metadata = [:]
  private let isJSON: Bool
  private let errors: TextWriter

  /// Writes messages of `logLevel` and above to `errors`, plainly or as JSON.
  public init(logLevel: Logger.Level, isJSON: Bool, errors: TextWriter) {
    self.logLevel = logLevel
    self.isJSON = isJSON
    self.errors = errors
  }

  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  public func log(event: LogEvent) {
    let line = isJSON ? json(event) : plain(event)
    errors.write(line + "\n")
  }

  private func plain(_ event: LogEvent) -> String {
    let prefix =
      switch event.level {
      case .critical, .error: "ghostnote: error: "
      case .warning: "ghostnote: warning: "
      default: "ghostnote: "
      }
    // A line of somebody else's making begins further in, so that it can't be taken for one of ours.
    return prefix + event.message.description.printable.replacing("\n", with: "\n  ")
  }

  private func json(_ event: LogEvent) -> String {
    var fields = [
      "time": Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(Date()),
      "level": event.level.rawValue, "message": event.message.description,
    ]
    for (key, value) in metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 }) {
      fields[key] = value.description
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = (try? encoder.encode(fields)) ?? Data()
    return String(decoding: data, as: UTF8.self).printableJSON
  }
}
