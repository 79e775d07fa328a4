public import MusicalTime
public import Rhythm

/// What a controller shows: the document, where the music is, and what the drummer is going to play.
public struct SurfaceScene: Sendable {
  public var patch: Patch
  public var transport = Transport()
  /// The name of the pattern that begins later; nil where none waits.
  public var queued: String?
  /// The section of the song that is heard, from 0; nil while a pattern is played.
  public var section: Int?
  /// Whether that section is played again and again.
  public var loopsSection = false
  /// What the drummer plays now and next.
  public var ghosts: [GhostHit] = []
  /// When each drum was heard last.
  public var struck: [Drum: HostTime] = [:]

  /// A document that is not played.
  public init(_ patch: Patch = Patch()) { self.patch = patch }

  /// Where the music is.
  public struct Transport: Sendable, Hashable {
    public var isRolling = false
    /// The beat that is heard at `time`.
    public var beat = Beats.zero
    public var time = HostTime(nanoseconds: 0)
    public var tempo = Tempo.standard
    /// The beat on which the pattern that is heard began.
    public var origin = Beats.zero
    /// The name of the pattern that is heard.
    public var pattern = ""

    /// At rest at the beginning.
    public init() {}
  }

  /// All of it but the document and the time, which goes on at rest as well.
  public struct State: Sendable, Hashable {
    private let transport: Transport
    private let queued: String?
    private let section: Int?
    private let loopsSection: Bool
    private let ghosts: [GhostHit]
    private let struck: [Drum: HostTime]

    fileprivate init(_ scene: SurfaceScene) {
      var transport = scene.transport
      transport.time = HostTime(nanoseconds: 0)
      self.transport = transport
      queued = scene.queued
      section = scene.section
      loopsSection = scene.loopsSection
      ghosts = scene.ghosts
      struck = scene.struck
    }
  }

  /// What of it can be new without the document being so.
  public var state: State { State(self) }

  /// A hit of the drummer's that is not heard yet.
  public struct GhostHit: Sendable, Hashable {
    public var drum: Drum
    /// From the song's beginning.
    public var beat: Beats

    /// A hit of `drum` on `beat`.
    public init(_ drum: Drum, at beat: Beats) {
      self.drum = drum
      self.beat = beat
    }
  }

  /// Since the pattern that is heard began; nil at rest.
  func elapsed(at now: HostTime) -> Beats? {
    guard transport.isRolling else { return nil }
    let seconds = Double(transport.time.distance(to: now).nanoseconds) / 1e9
    let beats = seconds * transport.tempo.bpm / 60 * Double(Beats.unitsPerBeat)
    guard beats.magnitude < 1e15 else { return nil }
    return transport.beat + Beats(units: Int64(beats.rounded())) - transport.origin
  }

  /// Whether a picture of it changes by itself.
  func isMoving(at now: HostTime) -> Bool {
    // A flash that has just ended is to be taken off.
    let recent = -100_000_000..<2 * DrumsPage.flash
    return transport.isRolling
      || struck.values.contains { recent.contains($0.distance(to: now).nanoseconds) }
  }

  /// Whether the pattern that is edited is the one that is heard.
  var showsHeardPattern: Bool { transport.pattern == patch.pattern.name }
}
