import Commands

/// The table as the section COMMANDS of a manual page (roff, man macros) and as Markdown.
public enum CommandManual {
  /// One `.TP` a command, topics as subsections.
  public static var manPage: String {
    var lines = [".SH COMMANDS"]
    for topic in CommandTopic.allCases {
      lines.append(".SS " + escaped("\(topic.rawValue): \(topic.meaning)"))
      for spec in CommandTable.all where spec.topic == topic {
        lines += [".TP", ".B " + escaped(spec.usage), escaped(spec.meaningWithRanges) + "."]
        for example in spec.examples { lines += [".br", ".I " + escaped(example)] }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A table a topic.
  public static var markdown: String {
    var lines = [
      "# Commands", "",
      "Written by `ghostnote commands --markdown`; a test compares this page with it.", "",
    ]
    for topic in CommandTopic.allCases {
      lines += ["## \(topic.rawValue): \(topic.meaning)", ""]
      lines += ["| line | what it does | who may |", "|---|---|---|"]
      for spec in CommandTable.all where spec.topic == topic {
        let usage = spec.usage.replacing("|", with: "\\|")
        let meaning = spec.meaningWithRanges.replacing("|", with: "\\|")
        lines.append("| `\(usage)` | \(meaning) | \(spec.access.rawValue) |")
      }
      lines.append("")
    }
    return lines.joined(separator: "\n")
  }

  private static func escaped(_ text: String) -> String {
    let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
  }
}
