import ActionItems
import CivilTime
import Encoding
import Extraction
import ItemRecords
import System
import TestSupport
import Testing

@testable import CommandLine

/// The screen of a review.
@Suite struct ReviewScreenTests {
  private static func clock() throws -> ItemClock {
    ItemClock(
      now: try #require(ISO8601.read("2026-05-06T12:00:00Z")?.timestamp(assumingOffset: 0)),
      zone: .utc, zones: ZoneDatabase(environment: [:]))
  }

  /// Messages before and after the item's message, ten minutes apart.
  private static func around(_ text: String = "so it is") -> [Finding.ContextLine] {
    (-2...2).filter { $0 != 0 }.map { place in
      Finding.ContextLine(
        sender: "Carla", timestamp: Timestamp(seconds: 1_777_975_200 + place * 600),
        text: "\(text) \(place)")
    }
  }

  private static func screen(
    _ known: ItemRecord, keys: [ReviewKey] = [], width: Int = 80, height: Int = 24
  ) throws -> ReviewScreen {
    var state = ReviewState(ids: ["a", "b"])
    _ = state.loaded(known)
    for key in keys { _ = state.take(key) }
    return ReviewScreen(state, clock: try clock(), width: width, height: height)
  }

  @Test func `an item has its words, its neighbours and the keys`() throws {
    let screen = try Self.screen(ReviewedItem.of("a", context: Self.around()))
    #expect(
      screen.lines.map(\.text) == [
        "1 of 2", "", "Task a", "  who       Anna", "  due       2026-05-08 (Fri)",
        "  in        Team (slack)", "", "  09:40 Carla: so it is -2", "  09:50 Carla: so it is -1",
        "> 2026-05-05 10:00 Ben: \"please do a\"", "  10:10 Carla: so it is 1",
        "  10:20 Carla: so it is 2", "",
        "k keep  d done  e edit  r remove  n not a task  s skip  u undo  q quit  ? help",
      ])
    #expect(screen.input == nil)
  }

  @Test func `what is typed stands behind its prompt, and its end is seen`() throws {
    let known = ReviewedItem.of("a")
    let typed: [ReviewKey] = [.character("r")] + "not ours".map { .character($0) }
    #expect(try Self.screen(known, keys: typed).input == "remove because (may be empty): not ours")
    let long = [ReviewKey.character("r")] + String(repeating: "語", count: 60).map { .character($0) }
    let input = try #require(try Self.screen(known, keys: long, width: 60).input)
    #expect(SafeText.columns(of: input) <= 59 && input.hasSuffix("語"))
  }

  @Test(arguments: [(80, 24), (20, 8), (20, 5), (80, 3), (10, 2)])
  func `the item is seen before its keys`(width: Int, height: Int) throws {
    let known = ReviewedItem.of("a", context: Self.around())
    let lines = try Self.screen(known, width: width, height: height).lines.map(\.text)
    #expect(lines.first == "1 of 2" && lines.contains("Task a"), "\(lines)")
    #expect(height < 3 || lines.last?.hasSuffix("? help") == true, "\(lines)")
  }

  @Test(arguments: [4, 6, 9])
  func `errors are shown on a small screen, too`(height: Int) throws {
    var state = ReviewState(ids: ["a", "b"])
    _ = state.loaded(ReviewedItem.of("a", context: Self.around()))
    _ = state.refused("no room left on the disk")
    let screen = ReviewScreen(state, clock: try Self.clock(), width: 40, height: height)
    let lines = screen.lines.map(\.text)
    #expect(lines.contains("Task a") && lines.contains { $0.contains("no room left") }, "\(lines)")
  }

  @Test(arguments: [10, 24, 40, 80, 200], [1, 3, 8, 14, 24, 50])
  func `nothing is wider or higher than the terminal`(width: Int, height: Int) throws {
    let long = String(repeating: "長い仕事 Unterbrechung 👩‍👩‍👧 ", count: 30)
    let known = ReviewedItem.of("a", task: long, context: Self.around(long))
    for keys in [[], [.character("r")], [.character("e")], [.character("?")], [.character("x")]]
      as [[ReviewKey]]
    {
      let screen = try Self.screen(known, keys: keys, width: width, height: height)
      let rows = screen.lines.count + (screen.input == nil ? 0 : 1)
      #expect(rows <= max(height, screen.input == nil ? 1 : 2), "\(keys)")
      for line in screen.lines { #expect(SafeText.columns(of: line.text) <= width, "\(line.text)") }
    }
  }

  @Test func `no control character of an item is shown`() throws {
    let hostile = "a\u{1B}]0;x\u{7}b\u{202E}c\u{9B}31m\r\nd"
    var known = ReviewedItem.of("a", task: hostile, context: Self.around(hostile))
    (known.item.assignee, known.item.quote) = (hostile, hostile)
    (known.item.conversationTitle, known.item.source.sender) = (hostile, hostile)
    known.item.source.link = hostile
    let screen = try Self.screen(known, keys: [.character("e"), .character("t")])
    for text in screen.lines.map(\.text) + [screen.input ?? ""] {
      #expect(!text.unicodeScalars.contains { InvisibleCharacters.contains($0.value) }, "\(text)")
    }
  }

  @Test(
    arguments: [
      ("between words", "one two three", 8, 9, ["one two", "three"]),
      ("a word without room", "abcdefghij", 4, 9, ["abcd", "efgh", "ij"]),
      ("wide characters", "語語語語", 5, 9, ["語語", "語語"]),
      ("too many lines", "one two three four", 5, 2, ["one", "two …"]),
      ("nothing", "", 5, 9, []),
    ] as [(String, String, Int, Int, [String])])
  func `texts are wrapped by their columns`(
    name: String, text: String, width: Int, most: Int, lines: [String]
  ) {
    #expect(SafeText.wrapped(text, to: width, most: most) == lines, "\(name)")
  }
}
