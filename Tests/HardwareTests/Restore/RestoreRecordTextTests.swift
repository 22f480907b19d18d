@testable import Hardware

import BrightnessModel
import RandomHistories
import StateFiles
import Testing

@Suite struct RestoreRecordTextTests {
  @Test func `a pending restore is one readable line`() {
    let text = String(decoding: RestoreRecordText.bytes(of: [.keyboard]), as: UTF8.self)

    #expect(
      text == """
        brightnessd restore-records 1
        light=leds/tpacpi::kbd_backlight anchor=/sys/devices/platform/thinkpad_acpi kind=keyboard raw=0 maximum=2 share=0 \
        off=yes trigger=kbd-capslock
        end 39c7537d9101a242

        """
    )
  }

  @Test(arguments: 0..<500)
  func `random pending restores are read as they were written`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let restores = (0..<random.number(below: 6)).map { PendingRestore.random($0, &random) }

    let read = try RestoreRecordText.restores(in: RestoreRecordText.bytes(of: restores))

    #expect(read.map(\.exactly) == restores.map(\.exactly))
  }

  @Test func `a text is truncated at every shorter length`() {
    let bytes = RestoreRecordText.bytes(of: PendingRestore.three)

    for count in 0..<bytes.count {
      #expect(throws: RecordFlaw.truncated, "\(count) bytes") {
        try RestoreRecordText.restores(in: Array(bytes.prefix(count)))
      }
    }
  }

  @Test func `a flipped bit is detected at every position`() {
    let bytes = RestoreRecordText.bytes(of: PendingRestore.three)

    for index in bytes.indices {
      for bit in 0..<8 {
        var flipped = bytes
        flipped[index] ^= 1 << bit
        #expect(throws: RecordFlaw.self, "bit \(bit) of byte \(index)") { try RestoreRecordText.restores(in: flipped) }
      }
    }
  }

  @Test(
    arguments: [
      ("brightnessd restore-records 2\nwhatever\n", RecordFlaw.newer(version: 2, known: 1)),
      ("brightnessd restore-records 0\n", .unknown), ("brightnessd restore-records one\n", .unknown),
      ("brightnessd restore-records 01\n", .unknown),
      ("#!/bin/sh\n", .unknown), ("\n", .unknown), ("\u{1}\u{2}\u{3}", .unknown),
      ("brightnessd restore-records 1\n", .truncated),
      ("brightnessd restore-records 1\nend 0000000000000000\n", .truncated), ("", .truncated),
    ]
  )
  func `a foreign record is refused with the reason`(text: String, flaw: RecordFlaw) {
    #expect(throws: flaw) { try RestoreRecordText.restores(in: Array(text.utf8)) }
  }

  @Test func `bytes after the checksum are detected`() {
    let bytes = RestoreRecordText.bytes(of: PendingRestore.three)

    #expect(throws: RecordFlaw.truncated) { try RestoreRecordText.restores(in: bytes + bytes) }
    #expect(throws: RecordFlaw.truncated) { try RestoreRecordText.restores(in: bytes + [UInt8(ascii: "\n")]) }
  }

  @Test(
    arguments: [
      ("raw=400", "raw=0400"), ("raw=400", "raw=+400"), ("raw=400", "raw=2147483648"), ("raw=400", "raw="),
      ("raw=400 ", ""), ("raw=400", "level=400"), ("raw=400 maximum=1060", "maximum=1060 raw=400"), ("raw=", "raw= "),
      ("kind=panel", "kind=lamp"), ("off=no", "off=maybe"), ("off=no", "off=no more=1"), ("off=no", "off=no "),
      ("backlight/intel", "backlight/../intel"), ("backlight/", "disk/"), ("eDP-1", "eDP%2D1"), ("eDP-1", "eDP%"),
      ("eDP-1", "eDP%4"), ("eDP-1", "eDP%+1"), ("eDP-1", "%FF"), ("light=", "\nlight="), ("eDP-1", "%0a"),
    ]
  )
  func `a line in another form is refused despite a correct checksum`(part: String, other: String) {
    let bytes = RestoreRecordText.bytes(of: [.panel], with: other, for: part)

    #expect(throws: RecordFlaw.malformed(line: 2)) { try RestoreRecordText.restores(in: bytes) }
  }
}

extension RestoreRecordText {
  /// The text of pending restores with a part replaced, and sealed again.
  fileprivate static func bytes(of restores: [PendingRestore], with other: String, for part: String) -> [UInt8] {
    let text = String(decoding: bytes(of: restores).dropLast(21), as: UTF8.self)
    let index = text.indices.first { text[$0...].hasPrefix(part) }!
    let changed = text[..<index] + other + text[index...].dropFirst(part.count)
    return SealedText.sealed(Array(changed.utf8))
  }
}

extension PendingRestore {
  /// Strings that are equal by `==` may differ in a file.
  fileprivate var exactly: [[UInt8]] {
    ["\(self)", light.name, anchor, share, trigger ?? "none"].map { Array($0.utf8) }
  }

  fileprivate static func random(_ index: Int, _ random: inout SeededRandom) -> PendingRestore {
    PendingRestore(
      light: LightID(random.one(of: Subsystem.allCases), "\(index)\(text(&random))"),
      anchor: text(&random),
      kind: random.one(of: LightKind.allCases),
      raw: random.one(of: [0, 1, 400, Int(Int32.max), random.number(below: 1 << 31)]),
      maximum: random.one(of: [0, 1, 255, Int(Int32.max), random.number(below: 1 << 31)]),
      share: text(&random),
      allowsOff: random.oneIn(2),
      trigger: random.oneIn(2) ? nil : text(&random)
    )
  }

  private static func text(_ random: inout SeededRandom) -> String {
    let parts = ["a", "Z", "0", "-", "=", "%", "%20", " ", "\n", "\t", "\r\n", "\\", "é", "e\u{301}", "🔆", "\u{7F}"]
    return (0..<random.number(below: 7)).map { _ in random.one(of: parts) }.joined()
  }
}
