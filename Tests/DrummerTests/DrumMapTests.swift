import Drummer
import Rhythm
import Testing

@Suite struct DrumMapTests {
  @Test(
    arguments: [
      (36, "kick"), (40, "snare"), (50, "tom2"), (47, "tom4"), (58, "tom5"), (26, "openhat"),
      (22, "closedhat"), (55, "crash"), (52, "crash2"), (59, "ride"), (53, "ridebell"),
      (21, "pedalhat"), (24, "openhat"), (25, "openhat"), (60, "openhat"), (62, "pedalhat"),
      (63, "closedhat"), (75, "tom6"), (80, "tom3"), (82, "tom2"), (35, "kick2"), (41, "tom6"),
    ] as [(UInt8, String)])
  func `the standard map contains the TD-11's notes, the classic notes and General MIDI`(
    note: UInt8, name: String
  ) {
    #expect(DrumMap.standard.drum(forNote: note)?.name == name)
  }

  @Test func `notes that are not in the map are ignored`() {
    #expect([0, 20, 23, 61, 81, 127].allSatisfy { DrumMap.standard.drum(forNote: $0) == nil })
    #expect(DrumMap.rolandTD11.drum(forNote: 60) == nil)
  }

  @Test(arguments: [DrumMap.standard, .rolandTD11, .classic])
  func `a map is the same after writing and reading`(map: DrumMap) throws {
    #expect(try DrumMap(json: Array(map.json.utf8), path: "map.json") == map)
  }

  @Test func `drums are written by name or by note`() throws {
    let json = #"{"36": "kick", "1": 38, "2": "Closed Hi-Hat", "3": "46"}"#
    let map = try DrumMap(json: Array(json.utf8), path: "map.json")
    #expect(map == DrumMap([36: .kick, 1: .snare, 2: .closedHat, 3: .openHat]))
  }

  @Test(
    arguments: [
      ("", .notAMap), ("[36]", .notAMap), (#"{"36": null}"#, .notAMap), (#"{"36": 1.5}"#, .notAMap),
      ("{}", .empty), (#"{"kick": 36}"#, .note("kick")), (#"{"128": "kick"}"#, .note("128")),
      (#"{"-1": "kick"}"#, .note("-1")), (#"{"36": "gong"}"#, .drum(note: 36, "gong")),
      (#"{"36": 61}"#, .drum(note: 36, "61")), (#"{"36": -36}"#, .drum(note: 36, "-36")),
      (#"{"036": "kick", "36": "kick"}"#, .twice(36)),
    ] as [(String, DrumMapError.Reason)])
  func `an invalid map is refused with the reason`(json: String, problem: DrumMapError.Reason) {
    let error = DrumMapError(path: "map.json", problem: problem)
    #expect(throws: error) { try DrumMap(json: Array(json.utf8), path: "map.json") }
    #expect("\(error)".hasPrefix("map.json: "))
  }
}
