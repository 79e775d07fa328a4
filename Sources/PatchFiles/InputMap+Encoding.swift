import MusicalTime
import Rhythm

extension InputMap {
  /// As a patch writes it.
  var json: String {
    var members: [String] = []
    if notes != InputMap.standard.notes {
      let written = notes.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \"\($0.value.name)\"" }
      members.append("\"notes\": {\(written.joined(separator: ", "))}")
    }
    if controls != InputMap.standard.controls {
      members.append("\"controls\": " + JSONLayout.list(controls.map(\.json), indent: 4))
    }
    if case .pattern(let programs) = self.programs {
      members.append("\"programs\": " + programs.json)
    }
    return JSONLayout.group(members, indent: 2)
  }
}

extension PatternPrograms {
  fileprivate var json: String {
    guard self != .standard else { return "\"pattern\"" }
    return "{\"channel\": \(channel + 1), \"at\": \"\(moment)\", \"send\": \(isSent)}"
  }
}

extension ControlAssignment {
  fileprivate var json: String {
    let control =
      switch trigger {
      case .controller(let number): "\"cc\": \(number)"
      case .note(let number): "\"note\": \(number)"
      case .pitchBend: "\"bend\": true"
      }
    let place = channel.map { ", \"channel\": \($0 + 1)" } ?? ""
    let read = coding == .absolute ? "" : ", \"coding\": \"\(coding.rawValue)\""
    return "{\(control)\(place)\(read), \"do\": \(action.json)}"
  }
}

extension ControlAction {
  /// What is written after `do`; early actions as ever, so that earlier versions read them.
  fileprivate var json: String {
    var written = early ?? words(of: words)
    if case .range(let from, let to) = gives {
      written += ", \"from\": \(JSONWriter.number(from)), \"to\": \(JSONWriter.number(to))"
    }
    return written
  }

  /// An early action with its own keys; nil for any other command.
  private var early: String? {
    func at(momentNamed moment: String) -> String? {
      SwitchMoment(name: moment).map { ", \"at\": \"\($0)\"" }
    }
    switch (words, gives) {
    case (["play"], .nothing), (["stop"], .nothing), (["continue"], .nothing),
      (["toggle"], .nothing), (["panic"], .nothing), (["fill"], .switch), (["tempo"], .range),
      (["level"], .range):
      return words.first.map(JSONWriter.string)
    case (let words, .nothing) where words.count == 3 && words[0] == "pattern":
      guard let at = at(momentNamed: words[2]) else { return nil }
      if ["next", "previous"].contains(words[1]) { return JSONWriter.string(words[1]) + at }
      return "\"pattern\", \"pattern\": \(pattern(chosenBy: words[1]))" + at
    case (let words, .nothing) where words.count == 3 && words[0] == "mutegroup":
      guard words[2] == "toggle", let group = Int(words[1]) else { return nil }
      return "\"mutegroup\", \"group\": \(group)"
    case (let words, .switch) where words.count == 3 && words[..<2] == ["record", "erase"]:
      return "\"erase\", \"drum\": \(JSONWriter.string(words[2]))"
    default: return nil
    }
  }

  /// A pattern's number, or its name. A number that no pattern can have is written as a text, as it was typed:
  /// a control may be assigned to it.
  private func pattern(chosenBy word: String) -> String {
    guard let number = Int(word), Knob.patternNumber.wholeRange.contains(number),
      word == "\(number)"
    else { return JSONWriter.string(word) }
    return word
  }

  private func words(of words: [String]) -> String {
    let isPlain = words.count > 1 && words.allSatisfy { !$0.isEmpty && !$0.contains(" ") }
    guard !isPlain else { return JSONWriter.string(words.joined(separator: " ")) }
    return "[\(words.map(JSONWriter.string).joined(separator: ", "))]"
  }
}
