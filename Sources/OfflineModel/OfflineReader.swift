import ActionItemModel
import CivilTime
public import DueDates
import JSONText
import TimeZones
public import Windowing

/// The offline model: finds items by rules, the same ones for the same text every time.
///
/// It answers as a chat model does, in fenced JSON with short ids, so that everything behind a model
/// treats both alike.
public struct OfflineReader: Sendable {
  private let deadlines: DueDateReader
  private let model: CompiledModel

  /// Makes a reader; making one compiles its tables, so keep it.
  public init(deadlines: DueDateReader) {
    self.deadlines = deadlines
    model = CompiledModel()
  }

  /// The model's name, as items carry it.
  public static let name = "offline"

  /// Answers, in text, which items a window holds.
  public func reply(to window: Window) -> String {
    guard let signs = signs(in: window) else { return "[]" }
    let reader = WindowReader(window, model, signs: signs)
    let weighed = reader.weighed()
    let (items, finished) = (reader.items(among: weighed), reader.finished(among: weighed))
    let reports = reader.reports(beside: weighed)
    if items.isEmpty, finished.isEmpty, reports.isEmpty { return "[]" }
    let composer = ItemComposer(reader: reader, deadlines: deadlines)
    var writer = JSONWriter()
    writer.beginArray()
    func write(_ item: ComposedItem?, _ line: Int) {
      if let item { self.write(item, id: window.shortId(ofLine: line), &writer) }
    }
    for found in items { write(composer.item(found), found.line) }
    for found in finished {
      if let line = found.completion { write(composer.finished(found, in: line), line) }
    }
    for report in reports { write(composer.report(report.work, in: report.line), report.line) }
    writer.endArray()
    return "```json\n\(String(decoding: writer.bytes, as: UTF8.self))\n```"
  }

  /// What stands in each line of a window; nil where no new line has a cue, or tells that something is done.
  private func signs(in window: Window) -> [CueScanner.Signs]? {
    let signs = model.scanner.signs(in: window)
    let isOfUse = signs.indices.contains {
      !signs[$0].isDisjoint(with: [.cue, .report]) && window.lines[$0].isNew
    }
    return isOfUse ? signs : nil
  }

  /// The new lines of a window that hold an item with a probability of `certainty` or more.
  ///
  /// A line that is not among them may hold one all the same.
  public func certainLines(in window: Window) -> [Int] {
    guard let signs = signs(in: window) else { return [] }
    let reader = WindowReader(window, model, signs: signs)
    let found = reader.items(among: reader.weighed())
    let certain = found.filter { Self.probability(of: $0.act) >= Self.certainty }.map(\.line)
    return Set(certain).sorted()
  }

  /// The evidence of what most looks like an item in the new lines of a window; nil where nothing does.
  ///
  /// More than `sign` is reason enough to have somebody look who reads better.
  public func evidence(in window: Window) -> Double? {
    guard let signs = signs(in: window) else { return nil }
    return WindowReader(window, model, signs: signs).weighed()
      .filter { window.lines[$0.line].isNew }.map(\.act.evidence.score).max()
  }

  /// Whether somebody who reads better should look at a window: it shows a sign of an item, or is in a language
  /// in which the rules see none.
  public func showsSign(in window: Window) -> Bool {
    if let evidence = evidence(in: window), evidence >= Self.sign { return true }
    return isForeign(window)
  }

  /// Whether an item would be found in the new lines of a window.
  public func seemsToHold(anItem window: Window) -> Bool {
    evidence(in: window).map { $0 > Weights.threshold } ?? false
  }

  /// Whether a window is in a language that the rules do not know.
  public func isForeign(_ window: Window) -> Bool {
    KnownLanguage.isOther(in: window.lines.lazy.map(\.message.text))
  }

  /// The evidence from which on a window shows a sign of an item. It is far less than an item takes: a
  /// question that is not asked costs more than one that is asked in vain.
  public static let sign = -0.95

  /// The probability from which on a line is taken to hold an item for certain, so that silence about it is
  /// worth a question.
  private static let certainty = 0.95

  /// How likely a line holds an item, given an act of it that the rules take for one.
  ///
  /// Measured on labelled chats, whole sources left out. Lines that are marked as action items and name who is to
  /// do it: 153 of 153 in minutes of five groups, so that with 95 % confidence it is .98 or more; but 41 of 46 where
  /// nobody is named, "Next steps: …" among them. Other lines: 75 of 106 with evidence of 2 or more in the chats of
  /// 18 sources (worst source: 1 of 6), and no more with more evidence; the best combination of evidence that is
  /// chosen on the other sources has 32 of 46 in the one left out.
  private static func probability(of act: Act) -> Double {
    let score = act.evidence.score
    if act.kind == .minute, act.who != .nobody, score >= 2 { return 0.98 }
    return score >= 2 ? 0.7 : 0.5
  }

  private func write(_ item: ComposedItem, id: String, _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("task")
    writer.string(item.task)
    writer.key("assignee")
    writer.string(item.assignee)
    writer.key("deadline")
    writer.string(item.deadline)
    writer.key("priority")
    writer.string(item.priority.rawValue)
    writer.key("messageId")
    writer.string(id)
    writer.key("quote")
    writer.string(item.quote)
    if item.isDone {
      writer.key("done")
      writer.bool(true)
    }
    writer.endObject()
  }
}
