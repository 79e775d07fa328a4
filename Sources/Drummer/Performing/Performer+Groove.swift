import MusicalTime
import Rhythm

extension Performer {
  /// Chooses the groove to stay near, if the settings ask for another than before, and plays its
  /// four bars to itself.
  ///
  /// In a model without grooves the next eight bars are the groove. A drummer that follows others
  /// has none.
  mutating func findGroove(_ direction: BarDirection) {
    guard !direction.settings.followsOthers else { return release() }
    let wish = wish(direction.settings)
    guard wish != self.wish else { return }
    self.wish = wish
    let grooves = mind.tables.grooves
    let bpm = direction.drummersTempo.bpm
    guard let index = GrooveTemplate.choose(among: grooves, wish, bpm: bpm) else {
      anchor.release()
      habit.release()
      return anchor.learn()
    }
    rehearse(grooves[index], direction)
    anchor.take(grooves[index])
    habit.take(grooves[index], isNew: true)
  }

  /// Makes bars that are heard the groove, if there was none before.
  mutating func followGroove(_ direction: BarDirection) {
    guard !direction.settings.followsOthers else { return release() }
    guard wish == nil else { return }
    wish = wish(direction.settings)
    anchor.learn()
  }

  private mutating func release() {
    wish = nil
    anchor.release()
    habit.release()
  }

  /// Hears four bars of `groove` from the next bar line on, which are not counted.
  private mutating func rehearse(_ groove: GrooveTemplate, _ direction: BarDirection) {
    let bar = Vocabulary.stepsPerBar
    origin = (origin + bar - 1) / bar * bar
    turn(to: direction, isFill: false)
    let tokens = groove.opening.map { placed in
      PlacedToken(token: placed.token, step: placed.step + origin, velocity: placed.velocity)
    }
    hear(tokens[...])
    origin += GrooveTemplate.openingBars * bar
    if landing != nil { landing = origin }
  }

  /// What a groove is chosen for: style, blend and seed.
  private func wish(_ settings: DrummerSettings) -> GrooveWish {
    let card = mind.tables.card
    let blend = settings.blend.flatMap { blend in
      card.row(ofStyle: blend.style).map { (row: $0, share: min(max(blend.amount, 0), 1)) }
    }
    let share = blend?.share ?? 0
    let styles = [(card.row(ofStyle: settings.style), 1 - share), (blend?.row, share)]
    return GrooveWish(
      styles: styles.compactMap { row, share in
        share > 0 ? row.map { GrooveWish.Share(style: $0, share: share) } : nil
      }, seed: settings.seed)
  }
}

extension DrummerSettings {
  /// Whether the drummer responds to what others play.
  fileprivate var followsOthers: Bool { answerBars > 0 || listening > 0 }
}
