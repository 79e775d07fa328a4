import Commands
import Rhythm

extension ArrangeCommand {
  /// What it comes to.
  func outcome(in context: CommandContext) throws(CommandError) -> CommandOutcome {
    switch self {
    case .pattern(let pattern): return try pattern.outcome(in: context)
    case .song(let song): return try song.outcome(in: context)
    case .program(let number):
      guard case .pattern(let programs) = context.patch.input.programs else {
        return .reply(.done)
      }
      return try PatternCommand.selecting(
        .number(number), at: programs.moment, isTold: false, in: context)
    }
  }
}
