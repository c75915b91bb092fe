import ActionItemModel
import DueDates
import Evaluation
import OfflineModel
import Windowing

/// A labelled conversation, and its acts.
struct Stretch {
  /// An act from which is learned.
  struct Lesson {
    let act: OfflineReader.Example
    let isItem: Bool
    /// How much it counts: what readers agree on more than what they may differ in, and items, which are few,
    /// more than the rest.
    let weight: Double
  }

  let source: String
  let lessons: [Lesson]
  private let gold: GoldConversation
  /// One window with all that was said: most stretches are no longer than one.
  private let window: Window

  /// Finds the acts of a conversation, and tells by the labels which are items; acts of which the labels say
  /// nothing are left out.
  init(_ gold: GoldConversation, acts reader: OfflineReader) {
    self.gold = gold
    source = gold.source
    window = Window(
      conversation: gold.conversation, number: 0,
      lines: gold.messages.map { Window.Line($0, isNew: true) },
      participants: gold.conversation.participants)
    let acts = reader.examples(in: window)
    let lines = Dictionary(
      gold.messages.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    let items = Self.items(of: gold, among: acts, lines, reader)
    let unsure = Set(
      gold.items.flatMap { [$0.messageId] + $0.alternativeIds }.compactMap { lines[$0] })
    // Another sentence of a line that holds an item may be none; another act of one that restates it is neither.
    let found = Dictionary(grouping: items.keys, by: { acts[$0].line })
    lessons = acts.indices.compactMap { index in
      let act = acts[index]
      if act.isMarked { return nil }
      if let item = items[index] {
        return Lesson(act: act, isItem: true, weight: item.isArguable ? 2 : 3)
      }
      if unsure.contains(act.line) {
        guard let others = found[act.line],
          others.allSatisfy({ acts[$0].features != act.features })
        else { return nil }
      }
      return Lesson(act: act, isItem: false, weight: 1)
    }
  }

  /// The items by the number of the act that is theirs: the one that has most words of their quote, and at
  /// least half of them.
  private static func items(
    of gold: GoldConversation, among acts: [OfflineReader.Example], _ lines: [String: Int],
    _ reader: OfflineReader
  ) -> [Int: GoldItem] {
    var items: [Int: GoldItem] = [:]
    for item in gold.items {
      guard let line = lines[item.messageId] else { continue }
      let words = reader.words(of: item.quote ?? "")
      let own = acts.indices.filter { acts[$0].line == line && items[$0] == nil }
      let shares = own.map { words.intersection(acts[$0].words).count }
      guard let most = shares.max(), most > 0, most * 2 >= words.count,
        let best = shares.firstIndex(of: most)
      else { continue }
      items[own[best]] = item
    }
    return items
  }

  /// What weights find, counted by message as an evaluation does.
  func counts(_ reader: OfflineReader) -> Counts {
    var left = reader.lines(in: window).map { gold.messages[$0].id }
    var counts = Counts()
    for item in gold.items.filter({ !$0.isArguable }) + gold.items.filter(\.isArguable) {
      let ids = [item.messageId] + item.alternativeIds
      if let id = ids.first(where: left.contains), let index = left.firstIndex(of: id) {
        left.remove(at: index)
        counts.found += 1
      } else if !item.isArguable {
        counts.missed += 1
      }
    }
    counts.falseFinds = left.count
    return counts
  }
}
