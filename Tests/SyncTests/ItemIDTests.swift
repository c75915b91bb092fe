import CivilTime
import Testing

@testable import Sync

/// Ids of items from outside, which reach tables, calendars, completions and terminals as they are.
@Suite struct ItemIDTests {
  @Test(
    arguments: [
      ("a UUID", "0b7c0c5e-1f7a-5d1e-9c55-0a9e1b7d2f00", true), ("words", "task_7.2:b", true),
      ("nothing", "", false), ("too long", String(repeating: "x", count: 201), false),
      ("a space", "x due:2026-01-01", false), ("a C1 control", "x\u{9B}31m", false),
      ("a bidi mark", "x\u{202E}y", false), ("a line separator", "x\u{2028}y", false),
      ("a control", "x\u{1B}y", false), ("a letter beyond ASCII", "é", false),
      ("a quotation mark", "x\"y", false), ("a formula", "=1+1", false), ("a path", "../x", false),
    ])
  func `an id has a narrow alphabet`(name: String, id: String, isValid: Bool) {
    #expect(SyncFrame.isItemID(id) == isValid, "\(name)")
  }
}
