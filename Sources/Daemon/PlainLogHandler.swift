import Foundation
public import Logging
public import Shell

/// Writes one line per message to standard error, as text or JSON.
public struct PlainLogHandler: LogHandler {
  /// The lowest level that is written.
  public var logLevel: Logger.Level
  /// Metadata, which is not written.
  public var metadata: Logger.Metadata = [:]
  private let isJSON: Bool
  private let errors: TextWriter
  private let watch: LogWatch?

  /// Writes messages of `logLevel` and above to `errors`, plainly or as JSON, and passes them to `watch`.
  public init(
    logLevel: Logger.Level, isJSON: Bool, errors: TextWriter, watch: LogWatch? = nil
  ) {
    self.logLevel = logLevel
    self.isJSON = isJSON
    self.errors = errors
    self.watch = watch
  }

  /// A metadata value.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes a message.
  public func log(event: LogEvent) {
    let line = isJSON ? json(event) : plain(event)
    errors.write(line + "\n")
    watch?.note(event.level, event.message.description)
  }

  private func plain(_ event: LogEvent) -> String {
    let prefix =
      switch event.level {
      case .critical, .error: "ghostnote: error: "
      case .warning: "ghostnote: warning: "
      default: "ghostnote: "
      }
    // Continuation lines are indented, so that they cannot be taken for messages of ours.
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
