import Commands
import Playback
import Rhythm

extension Machine {
  /// Reads what came from the audio side: carries out what controllers ask for, frees what is done
  /// with. Call every few milliseconds. With `collectsHits`, what was struck is returned.
  public func attend(collectsHits: Bool = false) -> PollResult {
    // Looked at first: what fell before that is among the events.
    let seen = engine.status()
    var news = readEvents(collectsHits: collectsHits)
    news.failures += record(news.strokes, at: seen)
    for command in news.commands {
      do throws(CommandError) { _ = try perform(command) } catch { news.failures.append(error) }
    }
    engine.settleControls()
    do throws(CommandError) { news.learned += try learn().map { [$0] } ?? [] } catch {
      news.failures.append(error)
    }
    keepUnsaved()
    engine.collect()
    kits.collect()
    return result(of: news)
  }

  /// What the audio side sent since it was last read.
  private struct EngineNews {
    /// What controllers ask for.
    var commands: [Command] = []
    var strokes: [HeardHit] = []
    var hits: [StruckHit] = []
    var learned: [AssignmentRow] = []
    var failures: [CommandError] = []
  }

  private func readEvents(collectsHits: Bool) -> EngineNews {
    var news = EngineNews()
    let patch = patch
    while let event = engine.nextEvent() {
      if case .stroke(let stroke) = event { news.strokes.append(stroke) }
      if collectsHits, let hit = StruckHit(event) { news.hits.append(hit) }
      do throws(CommandError) {
        if learning != nil, case .control = event {
          if let row = try learn(from: event) { news.learned.append(row) }
          continue
        }
        guard let command = try engine.command(for: event, value: patch.setting) else { continue }
        // A fader on the move sends hundreds of values, of which only the last counts.
        if news.commands.last?.isOvertaken(by: command) == true { news.commands.removeLast() }
        news.commands.append(command)
      } catch { news.failures.append(error) }
    }
    return news
  }

  private func result(of news: EngineNews) -> PollResult {
    let now = engine.status()
    return PollResult(
      failures: news.failures, isRolling: now.isRolling, position: now.position,
      pattern: patch.pattern, leader: now.leader, clock: ClockStatus(now, setup: clock),
      losses: [
        .starvedBars: now.starvedBars, .hits: now.droppedHits, .cues: now.droppedCues,
        .messages: now.droppedMessages,
      ],
      needsDevices: now.isRolling || now.isCountingIn || clock.isAlwaysAwake, hits: news.hits,
      learned: news.learned, isEdited: isEdited)
  }
}
