import ActionItemModel
import CivilTime
import DueDates
import Evaluation
import OfflineModel
import Windowing

/// A labelled conversation, and its sentences.
struct Stretch {
  /// A sentence from which is learned.
  struct Lesson {
    let features: Features
    let isAct: Bool
    let isItem: Bool
    /// How much it counts: what readers agree on more than what they may differ in, and items, which are few,
    /// more than the rest.
    let weight: Double
  }

  /// Chats of teams count for more than public archives, of which there are many: they have what archives hardly
  /// have, work that is asked for in so many words.
  private static let teamWeight = 3.0

  let source: String
  /// Whether it was written to be learned from, so that it says nothing of how weights do.
  let isTeam: Bool
  let lessons: [Lesson]
  /// When the first of its messages was written, in seconds; long ago where that is not known.
  var time: Int { gold.messages.lazy.compactMap { $0.timestamp?.seconds }.first ?? .min }
  private let gold: GoldConversation
  /// One window with all that was said: most stretches are no longer than one.
  private let window: Window

  /// Finds the sentences of a conversation, and tells by the labels which are items; sentences of which the labels
  /// say nothing are left out.
  init(_ gold: GoldConversation, isTeam: Bool, sentences reader: OfflineReader) {
    (self.gold, self.isTeam) = (gold, isTeam)
    source = gold.source
    window = Window(
      conversation: gold.conversation, number: 0,
      lines: gold.messages.map { Window.Line($0, isNew: true) },
      participants: gold.conversation.participants)
    let sentences = reader.examples(in: window)
    let lines = Dictionary(
      gold.messages.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    let items = Self.items(of: gold, among: sentences, lines, reader)
    // Another sentence of a line that holds an item, or states one again, may belong to it.
    let unsure = Set(
      gold.items.flatMap { [$0.messageId] + $0.alternativeIds }.compactMap { lines[$0] })
    lessons = sentences.indices.compactMap { index in
      let sentence = sentences[index]
      let item = items[index]
      if sentence.isSettled || item == nil && unsure.contains(sentence.line) { return nil }
      return Lesson(
        features: sentence.features, isAct: sentence.isAct, isItem: item != nil,
        weight: (item.map { $0.isArguable ? 3 : 6 } ?? 1) * (isTeam ? Self.teamWeight : 1))
    }
  }

  /// The items by the number of the sentence that is theirs.
  private static func items(
    of gold: GoldConversation, among sentences: [OfflineReader.Example], _ lines: [String: Int],
    _ reader: OfflineReader
  ) -> [Int: GoldItem] {
    var items: [Int: GoldItem] = [:]
    for item in gold.items {
      let own = sentences.indices.filter {
        sentences[$0].line == lines[item.messageId] && items[$0] == nil
      }
      // Acts come first among the sentences.
      let best = reader.example(quotedAs: item.quote ?? "", of: sentences, among: own)
      if let best { items[best] = item }
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
