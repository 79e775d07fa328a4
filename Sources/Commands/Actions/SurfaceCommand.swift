/// One thing that can be asked of the controllers with lights.
public enum SurfaceCommand: Sendable, Hashable {
  /// List the maps, and the controllers that are used.
  case list
  /// Use what is connected under a name, or (nil) what the map's own ports are, by a map.
  case use(map: String, port: String?)
  /// Use every controller that a map fits.
  case auto
  /// Release all controllers, and use no more.
  case off
  /// Show a page on all controllers.
  case page(SurfacePage)
  /// Learn the grid of a device from three presses.
  case learn(port: String, columns: Int, rows: Int)
  /// Learn no longer.
  case learnOff
}

/// What the pads of a controller are used for.
public enum SurfacePage: String, Sendable, Hashable, CaseIterable {
  case steps, drums, patterns, song, drummer

  /// The next one, after the last the first.
  public var next: SurfacePage {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}
