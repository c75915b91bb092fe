import ActionItems
import CivilTime
import DueDates
import OfflineModel
import Windowing

/// A chat for the offline model, one message a line: `Anna: …`.
struct Chat {
  static let deadlines = DueDateReader()
  static let reader = OfflineReader(deadlines: deadlines)
  /// Finds most items, and many that are not items.
  static let keenReader = OfflineReader(deadlines: deadlines, sensitivity: .high)

  var window: Window

  /// The first message was written on Wednesday, 7 January 2026, at 9:00, each other one a minute after the
  /// previous one. The first `context` lines are not new. Without `people`, the senders are listed.
  init(
    _ text: String, people: [String]? = nil, context: Int = 0, isTimed: Bool = true,
    openItems: [Window.OpenItem] = []
  ) {
    var lines: [Window.Line] = []
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      let sender = String(parts[0])
      let time = Timestamp(seconds: 1_767_776_400 + lines.count * 60)
      lines.append(
        Window.Line(
          Message(
            id: "\(lines.count)", senderId: sender, sender: sender,
            timestamp: isTimed ? time : nil,
            text: String(parts[1].drop { $0 == " " }).replacing("\\n", with: "\n")),
          isNew: lines.count >= context))
    }
    let names = people ?? Set(lines.compactMap(\.message.sender)).sorted()
    window = Window(
      conversation: Conversation(id: "c", title: nil, platform: "test"), number: 0, lines: lines,
      participants: names.map { Participant(id: $0, name: $0) }, openItems: openItems)
  }

  var talk: Talk { Talk(window) }

  func claims(by reader: OfflineReader = Self.reader) -> [Window.Claim] {
    reader.claims(in: window) { _ in .utc }
  }

  /// The claims in words: `line: text [assignee by deadline]`.
  func found(by reader: OfflineReader = Self.reader) -> [String] {
    claims(by: reader).map { claim in
      let (name, day) = (claim.assignee?.name ?? "-", claim.deadline?.description ?? "-")
      return "\(claim.line): \(claim.text) [\(name) \(day)]" + (claim.isDone ? " done" : "")
        + (claim.handsOver ? " handed over" : "") + (claim.isReleased ? " released" : "")
    }
  }

  /// Whether the quote of a claim occurs in its line, byte by byte.
  func holdsQuote(of claim: Window.Claim) -> Bool {
    guard window.lines.indices.contains(claim.line), !claim.quote.isEmpty else { return false }
    let text = Array(window.lines[claim.line].message.text.utf8)
    return text.firstRange(of: Array(claim.quote.utf8)) != nil
  }

  /// A reader without learned weights: each unit states an item of its sender and does nothing to other items.
  ///
  /// `heads` and `links` override that for every unit.
  static func plainReader(
    _ heads: [Head] = [], _ links: [LinkKind] = [], readsDays: Bool = false
  ) -> OfflineReader {
    var weights = plainWeights(heads, links)
    weights.dayThreshold = readsDays ? -1 : 0
    return OfflineReader(deadlines: deadlines, weights: weights, threshold: -1)
  }

  static func plainWeights(_ heads: [Head], _ links: [LinkKind]) -> OfflineWeights {
    let table = WeightTable()
    var weights = OfflineWeights(heads: table, links: table, days: table, stems: StemWeights())
    for head in heads { weights.heads.biases[head.rawValue] = 1 }
    for link in links { weights.links.biases[link.rawValue] = 1 }
    // A unit may say that a to-do is done.
    weights.heads.biases[Head.complete.rawValue] = 1
    // The second number is a quarter of the highest closing logit, and the last one is 1.
    weights.closing[1][15] = 4
    (weights.closingThreshold, weights.perhapsThreshold) = (0.5, 0.5)
    return weights
  }
}
