import MusicalTime
import Rhythm

extension Performer {
  /// Chooses the groove to stay near, if the settings ask for another than before, and advances
  /// the state with its four bars.
  ///
  /// In a model without grooves the next eight bars are the groove. A drummer that follows others
  /// has none.
  mutating func findGroove(_ direction: BarDirection) {
    guard !direction.settings.followsOthers else { return release() }
    let query = query(direction.settings)
    guard query != self.query else { return }
    self.query = query
    let grooves = state.tables.grooves
    let bpm = direction.drummersTempo.bpm
    guard let index = GrooveTemplate.choose(among: grooves, query, bpm: bpm) else {
      anchor.release()
      prior.release()
      return anchor.learn()
    }
    rehearse(grooves[index], direction)
    anchor.take(grooves[index])
    prior.take(grooves[index], isNew: true)
  }

  /// Takes given bars as the groove, if there was none before.
  mutating func followGroove(_ direction: BarDirection) {
    guard !direction.settings.followsOthers else { return release() }
    guard query == nil else { return }
    query = query(direction.settings)
    anchor.learn()
  }

  private mutating func release() {
    query = nil
    anchor.release()
    prior.release()
  }

  /// Advances the state with four bars of `groove` from the next bar line on, which are not counted.
  private mutating func rehearse(_ groove: GrooveTemplate, _ direction: BarDirection) {
    let bar = Vocabulary.stepsPerBar
    origin = (origin + bar - 1) / bar * bar
    setConditions(of: direction, isFill: false)
    let tokens = groove.opening.map { placed in
      PlacedToken(token: placed.token, step: placed.step + origin, velocity: placed.velocity)
    }
    advance(with: tokens[...])
    origin += GrooveTemplate.openingBars * bar
    if landing != nil { landing = origin }
  }

  /// What a groove is chosen for: style, blend and seed.
  private func query(_ settings: DrummerSettings) -> GrooveQuery {
    let card = state.tables.card
    let blend = settings.blend.flatMap { blend in
      card.row(ofStyle: blend.style).map { (row: $0, share: min(max(blend.amount, 0), 1)) }
    }
    let share = blend?.share ?? 0
    let styles = [(card.row(ofStyle: settings.style), 1 - share), (blend?.row, share)]
    return GrooveQuery(
      styles: styles.compactMap { row, share in
        share > 0 ? row.map { GrooveQuery.Share(style: $0, share: share) } : nil
      }, seed: settings.seed)
  }
}

extension DrummerSettings {
  /// Whether the drummer responds to what others play.
  fileprivate var followsOthers: Bool { answerBars > 0 || listening > 0 }
}
