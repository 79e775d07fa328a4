import ArgumentParser
import Foundation

/// `ghostnote doctor`: what is missing here, and how to fix it.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check this machine, and say how to fix what is wrong.",
    discussion: """
      Exit status 1 when something that was asked for is missing.

      EXAMPLES
        ghostnote doctor
        ghostnote doctor --json
        ghostnote doctor --check sound && echo "there is somewhere to play"
      """)

  /// What `--check` can ask for.
  enum Subject: String, ExpressibleByArgument, CaseIterable {
    case sound, midi, all
  }

  @Option(help: "Only what this needs: sound, midi or all.")
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
      // Any one way to be heard will do.
      case .sound: findings.contains { $0.state == .good }
      case .midi: findings.allSatisfy { $0.state != .bad }
      case .all: findings.allSatisfy { $0.state != .bad }
      }
    if !isWell { throw ExitCode.failure }
  }
}

/// One thing that was checked.
struct Finding: Encodable {
  /// Good, worth mending, or bad: something does not work.
  enum State: String, Encodable {
    case good, fair, bad
  }

  var subject: String
  var state: State
  var found: String
  /// What to do about it, where anything is to be done.
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
