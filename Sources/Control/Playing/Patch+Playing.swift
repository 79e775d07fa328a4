import Rhythm

extension Patch {
  /// Whether the same program plays this patch and `other`: they differ in nothing that a program is compiled
  /// of.
  ///
  /// A humanised program keeps the tempo that it was made at until the rhythm changes, or another patch
  /// `isOpened`. The tempo at which a song begins is the engine's to know.
  func playsLike(_ other: Patch, isOpened: Bool) -> Bool {
    patterns == other.patterns && selected == other.selected
      && playsSong == other.playsSong && song == other.song && groove == other.groove
      && seed == other.seed && mutedGroups == other.mutedGroups && input == other.input
      && humanising == other.humanising
      && (humanising == nil || drummer.seed == other.drummer.seed)
      && (humanising == nil || !isOpened || tempo == other.tempo)
      && kit.strikesLike(other.kit)
  }
}

extension KitDescription {
  /// Whether drums silence each other and take velocities as in `other`.
  fileprivate func strikesLike(_ other: KitDescription) -> Bool {
    self == other
      || Drum.all.allSatisfy { drum in
        self[drum].chokeGroup == other[drum].chokeGroup
          && self[drum].velocityCurve == other[drum].velocityCurve
      }
  }
}
