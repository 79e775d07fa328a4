import Testing

@testable import QRCodes

/// Codes as cameras read them, to the module.
@Suite struct QRCodeTests {
  /// FNV-1a of 64 bits over the rows.
  private func hash(_ code: QRCode) -> UInt64 {
    code.rows.joined(separator: "\n").utf8.reduce(0xcbf2_9ce4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
  }

  private func address(of length: Int) -> String {
    String(
      ("http://drums.local/#" + String(repeating: "0123456789abcdef", count: 20)).prefix(length))
  }

  @Test func `a short text is a square of 21 modules`() throws {
    let code = try #require(QRCode("Ghostnote", mask: 4))
    #expect(
      code.rows.map { $0.replacing("1", with: "X").replacing("0", with: ".") } == [
        "XXXXXXX.XX..X.XXXXXXX",
        "X.....X..X....X.....X",
        "X.XXX.X..XXX..X.XXX.X",
        "X.XXX.X.X.XX..X.XXX.X",
        "X.XXX.X.XX..X.X.XXX.X",
        "X.....X.XX.X..X.....X",
        "XXXXXXX.X.X.X.XXXXXXX",
        "........XX.XX........",
        "X...X.XXXX.X.XXXXX..X",
        "...XX...X.XXX.XXX..X.",
        "X.....X.XXXX....XX.X.",
        "....XX...XX..X.....XX",
        "..X..XXXXX..XX.XX...X",
        "........XXX.X.X.XX.XX",
        "XXXXXXX.X...XX..X.XX.",
        "X.....X..X.XX..X...X.",
        "X.XXX.X.XX.X.XXXXX.X.",
        "X.XXX.X...XXX...X.XXX",
        "X.XXX.X....X..X.X.X..",
        "X.....X..XX..XXXX....",
        "XXXXXXX.X.X.XXXX.X..X",
      ])
  }

  // Bytes, version, level, mask and rows as qrencode 4.1.1 draws them with -8 for the longest text of each.
  @Test(
    arguments: [
      (17, 1, .low, 4, 0x1a5d_1f4c_08c5_e1b7),
      (14, 1, .medium, 3, 0x5a73_3295_2357_fc43),
      (32, 2, .low, 2, 0x675a_dc0c_03d9_074f),
      (26, 2, .medium, 2, 0x48f4_258d_4655_432f),
      (53, 3, .low, 2, 0x776c_e1c6_670e_200c),
      (42, 3, .medium, 2, 0x1436_7f50_b8c9_5034),
      (78, 4, .low, 2, 0xe318_e91a_020b_a7be),
      (62, 4, .medium, 2, 0x11b9_fb20_0ddf_c6b4),
      (106, 5, .low, 2, 0x2dd7_340e_2c06_bd17),
      (84, 5, .medium, 2, 0xa3c4_e926_eadc_601d),
      (134, 6, .low, 2, 0xa4ac_9a3d_faa9_c6a2),
      (154, 7, .low, 2, 0x7d88_827c_41d8_792d),
      (192, 8, .low, 2, 0x5841_ca7a_7d6c_fbfd),
      (230, 9, .low, 2, 0xc71d_c424_b709_df17),
      (271, 10, .low, 2, 0x4c70_ee6a_bb4d_b9cd),
    ] as [(Int, Int, QRCode.Correction, Int, UInt64)])
  func `every version is what another encoder draws`(
    length: Int, version: Int, correction: QRCode.Correction, mask: Int, hash: UInt64
  ) throws {
    let code = try #require(QRCode(address(of: length), mask: mask))
    #expect(code.size == 17 + 4 * version)
    #expect(code.correction == correction)
    #expect(self.hash(code) == hash)
  }

  @Test func `the mask is the one that reads best`() throws {
    let text = address(of: 71)
    let best = try #require(QRCode(text))
    let all = (0..<8).compactMap { QRCode(text, mask: $0) }
    #expect(Set(all.map(\.rows)).count == 8)
    #expect(all[best.mask] == best)
  }

  @Test func `a text that is too long has no code`() {
    #expect(QRCode.mostBytes == 271)
    #expect(QRCode(address(of: 271)) != nil)
    #expect(QRCode(address(of: 272)) == nil)
    #expect(QRCode(String(repeating: "é", count: 136)) == nil)
  }

  @Test func `a code in a terminal is dark on white with its quiet zone`() throws {
    let code = try #require(QRCode("Ghostnote"))
    let lines = code.terminalLines
    // 21 modules and 4 of light on each side, two to a line.
    #expect(lines.count == 15)
    for line in lines {
      #expect(line.hasPrefix("\u{1B}[38;5;16;48;5;231m"))
      #expect(line.hasSuffix("\u{1B}[0m"))
      #expect(line.count { " ▀▄█".contains($0) } == 29)
    }
    #expect(lines[2].contains("    █▀▀▀▀▀█ "))
  }

  @Test func `a picture has a path for each run of dark modules`() throws {
    let code = try #require(QRCode("Ghostnote"))
    #expect(code.svg.contains(#"viewBox="0 0 29 29""#))
    #expect(code.svg.contains("M4 4h7v1h-7z"))
    let dark = code.svg.matches(of: #/M\d+ \d+h(\d+)v1/#).reduce(0) { $0 + (Int($1.output.1) ?? 0) }
    #expect(dark == code.rows.joined().count { $0 == "1" })
  }

  @Test func `error correction is the remainder of a division`() {
    // Worked example of ISO/IEC 18004, annex I: 01234567, version 1-M.
    let data: [UInt8] = [
      0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC,
      0x11,
    ]
    #expect(
      ReedSolomon(degree: 10).remainder(of: data)
        == [0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55])
  }
}
