import ArgumentParser
import Foundation

/// `ghostnote doctor`: checks the machine and suggests fixes.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check this machine, and suggest how to fix problems.",
    discussion: """
      Exit status 1 when something that was asked for is missing.

      EXAMPLES
        ghostnote doctor
        ghostnote doctor --json
        ghostnote doctor --check sound && echo "sound works"
      """)

  /// The subjects of `--check`.
  enum Subject: String, ExpressibleByArgument, CaseIterable {
    case sound, midi, all
  }

  @Option(help: "Only check this: sound, midi or all.")
  var check = Subject.all

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let findings =
      switch check {
      case .sound: Doctor.sound
      case .midi: Doctor.midi
      case .all: Doctor.midi + Doctor.sound + Doctor.timing + Doctor.files
      }
    if json {
      print(ghostnote.json(findings))
    } else {
      for finding in findings { print(finding.text) }
    }
    let isWell =
      switch check {
      // Any one output is enough.
      case .sound: findings.contains { $0.state == .good }
      case .midi: findings.allSatisfy { $0.state != .bad }
      case .all: findings.allSatisfy { $0.state != .bad }
      }
    if !isWell { throw ExitCode.failure }
  }
}

/// The result of one check.
struct Finding: Encodable {
  /// Good, could be improved, or broken.
  enum State: String, Encodable {
    case good, fair, bad
  }

  var subject: String
  var state: State
  var found: String
  /// How to fix it, if needed.
  var remedy: String?

  var text: String {
    let mark =
      switch state {
      case .good: "ok  "
      case .fair: "hm  "
      case .bad: "NO  "
      }
    let line = "\(mark)\(subject): \(found)"
    return remedy.map { "\(line)\n      -> \($0)" } ?? line
  }
}
