extension HydrogenSong {
  /// What a `<song>` says that has no meaning here, apart from its patterns and instruments.
  static func leftOut(of root: XMLElement) throws(HydrogenError) -> [String] {
    var left: [String] = []
    func add(_ phrase: String, if isThere: Bool) {
      if isThere { left.append(phrase) }
    }
    add("the song's text", if: root.text("notes").map { $0 != "..." } ?? false)
    add("the playback track", if: root.text("playbackTrackFilename") != nil)
    let paths = root["automationPaths"]?.all("path") ?? []
    add("velocity automation", if: paths.contains { !$0.children.isEmpty })
    let effects = root["ladspa"]?.all("fx") ?? []
    add("LADSPA effects", if: effects.contains { $0.flag("enabled") ?? false })
    add("tags of the timeline", if: root["timeLineTag"]?["newTAG"] != nil)
    add("the delay", if: root.flag("delayFXEnabled") ?? false)
    try addMix(of: root, add)
    add(
      "tags of the song", if: root["tags"].map { !$0.children.isEmpty || !$0.text.isEmpty } ?? false
    )
    add("playing several patterns at once", if: root.flag("patternModeMode") == false)
    return left
  }

  /// How the song is mixed: for the samples of its own kit.
  private static func addMix(
    of root: XMLElement, _ add: (_ phrase: String, _ isThere: Bool) -> Void
  ) throws(HydrogenError) {
    let volume = try root.number("volume") ?? standardVolume
    add("the song's volume, which belongs to the kit (\(volume.short))", volume != standardVolume)
    add("the song's mute", root.flag("isMuted") ?? false)
    let law = root.text("pan_law_type") ?? standardPanLaw
    add("the pan law (\(law.prefix(40)))", law != standardPanLaw)
    let lists = [root, root["drumkit_info"] ?? root].compactMap { $0["componentList"] }
    var isMixed = false
    for component in lists.flatMap({ $0.all("drumkitComponent") }) {
      if try component.number("volume") ?? 1 != 1 { isMixed = true }
    }
    add("volumes of layers", isMixed)
  }

  /// What new songs have.
  private static let standardVolume = 0.5
  private static let standardPanLaw = "RATIO_STRAIGHT_POLYGONAL"
}

extension Double {
  /// At most two decimals.
  var short: String {
    let hundredths = (self * 100).rounded() / 100
    return hundredths.magnitude < 1e9 && hundredths == hundredths.rounded()
      ? String(Int(hundredths)) : String(hundredths)
  }
}
