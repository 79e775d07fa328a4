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
    news.failures += recording.record(news.strokes, at: seen, in: &played)
    for command in news.commands + engine.endsOfSwitches() {
      do throws(CommandError) { _ = try perform(command.sent(by: .controls)) } catch {
        news.failures.append(error)
      }
    }
    engine.settleControls()
    do throws(CommandError) {
      if let row = try assignments.look(in: &played) { news.learned.append(row) }
    } catch {
      news.failures.append(error)
    }
    keepUnsaved()
    engine.collect()
    played.player.kit.collect()
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
    let patch = played.patch
    while let event = engine.nextEvent() {
      if case .stroke(let stroke) = event { news.strokes.append(stroke) }
      if collectsHits, let hit = StruckHit(event) { news.hits.append(hit) }
      do throws(CommandError) {
        // What is released was pressed before, so that it isn't what is to be learned.
        if assignments.isLearning, case .control = event, !engine.isRelease(event) {
          if let row = try assignments.learn(from: event, in: &played) { news.learned.append(row) }
          continue
        }
        guard
          let command = try engine.command(
            for: event, value: { CommandTable.current($0, in: patch) })
        else { continue }
        // At once: nothing that comes later overtakes it while events are read, and it waits for nothing but a jump
        // before it.
        let jumps = news.commands.contains { $0.spec.touches.contains(.transport) }
        if !jumps, try overtake(command) != nil { continue }
        // A fader on the move sends hundreds of values, of which only the last counts.
        if news.commands.last?.isOvertaken(by: command) == true { news.commands.removeLast() }
        news.commands.append(command)
      } catch { news.failures.append(error) }
    }
    return news
  }

  private func result(of news: EngineNews) -> PollResult {
    let (now, clock, document) = (engine.status(), engine.clock, played.document.current)
    // A hit that the synthesizer has no room for is lost like one that the engine has none for.
    let droppedHits = now.droppedHits + Int64(played.player.kit.droppedHits)
    return PollResult(
      failures: news.failures, isRolling: now.isRolling, position: now.position,
      endings: now.endings, pattern: document.patch.pattern, leader: now.leader,
      clock: ClockStatus(now, setup: clock),
      losses: [
        .starvedBars: now.starvedBars, .hits: droppedHits, .cues: now.droppedCues,
        .messages: now.droppedMessages, .events: now.droppedEvents,
      ],
      needsDevices: now.isRolling || now.isCountingIn || clock.isAlwaysAwake, hits: news.hits,
      learned: news.learned, isEdited: document.isEdited)
  }
}
