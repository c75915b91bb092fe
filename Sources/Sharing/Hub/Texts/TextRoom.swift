import ActionItems
import Encoding

/// The text of one item's task while people edit it in browsers. Nothing of it is stored but by Save.
///
/// It has all that its editors wrote, in an order of its own: what a page has that has said everything is the text as
/// it was here at some time. So a text that is saved is known again, and one that was set elsewhere is told from it.
struct TextRoom: Sendable {
  struct Editor: Hashable, Sendable {
    var session: Int
    var name: String
    var cursor: TextCursor?
    var heard: Duration
  }

  /// What the room is called: another room for the same item has another text.
  let id: String
  private(set) var item: ActionItem
  private(set) var sequence: Int
  /// Who edits, by their names in the text.
  private(set) var editors: [String: Editor] = [:]
  private var replica: TextReplica
  /// The text that is stored; nil where it is not known which elements it is of.
  private var stored: TextSnapshot?
  /// What may be saved soon.
  private var saved: [TextSnapshot] = []
  /// Whether pages have brought the text: what some of them have of others, the others may bring.
  private let isRestored: Bool
  /// About so many bytes are kept.
  private var weight = 0

  static let mostEditors = 16
  /// Bytes that are kept of one text, at most, whatever has been done to it.
  static let mostBytes = 8 << 20
  /// How long somebody is there who says nothing more.
  static let patience: Duration = .seconds(60)
  /// Texts that are known again when they are saved.
  private static let mostSaved = 4

  /// Opens the text of an item, for one who knows of no room, or brings all of a text that the hub has lost.
  init(
    _ item: ActionItem, sequence: Int, id: String, _ exchange: TextExchange
  ) throws(TextRoomProblem) {
    (self.item, self.sequence) = (item, sequence)
    isRestored = exchange.room != nil
    self.id = exchange.room ?? id
    if isRestored {
      guard let known = exchange.stored else { throw .gone }
      // What has changed since could not be told from what was typed.
      guard known == item.task else { throw .another }
    }
    do throws(TextProblem) {
      // Its own name: numbers are not used twice, also where this text is brought back.
      replica = try TextReplica(editor: "hub-\(id.prefix(13))")
      if isRestored { return }
      guard TextExchange.isPlain(item.task) else {
        throw .malformed("there are control characters in the text")
      }
      _ = try replica.insert(item.task, at: 0)
    } catch {
      throw .text(error)
    }
    stored = replica.snapshot
  }

  /// Takes what a page says; returns whether there is news for the others.
  mutating func take(
    _ exchange: TextExchange, session: Int, name: String, at now: Duration
  ) throws(TextRoomProblem) -> Bool {
    guard exchange.room == nil || exchange.room == id else { throw .another }
    let before = editors
    if exchange.isLeaving { return leave(session) }
    // One for each window: whoever comes under another name has left.
    var others = editors.filter { $0.key == exchange.editor || $0.value.session != session }
    guard others.count < Self.mostEditors || others[exchange.editor] != nil else { throw .tooMany }
    let version = replica.version
    try take(exchange.operations, of: exchange.editor)
    others[exchange.editor] = Editor(
      session: session, name: name, cursor: exchange.cursor,
      heard: before[exchange.editor]?.heard ?? now)
    editors = others
    let isNews = editors != before || replica.version != version
    editors[exchange.editor]?.heard = now
    if exchange.isSaving { saved = saved.suffix(Self.mostSaved - 1) + [replica.snapshot] }
    return isNews
  }

  /// Takes operations, all or none. What builds on something that is not here is not taken: the answer tells its
  /// page what there is, and it brings that, too.
  private mutating func take(
    _ operations: [TextOperation], of editor: String
  ) throws(TextRoomProblem) {
    var (next, weight) = (replica, weight)
    for operation in operations {
      let isOwn = operation.id.editor == editor
      // Who is here says what is theirs.
      if !isOwn, isRestored, editors[operation.id.editor] != nil { continue }
      do throws(TextProblem) {
        if try next.take(operation) == .known { continue }
        weight += 256 + 64 * operation.removed.count + 5 * operation.count
        guard weight <= Self.mostBytes, next.refusedLate == 0 else { throw .full }
      } catch {
        throw .text(error)
      }
      guard isOwn || isRestored else { throw .foreign }
    }
    guard next.byteCount <= TextReplica.longestText else { throw .text(.tooLong) }
    if next.waitingCount == 0 { (replica, self.weight) = (next, weight) }
  }

  mutating func store(_ item: ActionItem, sequence: Int) throws(TextProblem) {
    let isSame = item.task == self.item.task
    (self.item, self.sequence) = (item, sequence)
    if isSame { return }
    let isIt = { (text: String) in ItemFields.line(text) == item.task }
    if let snapshot = isIt(replica.text) ? replica.snapshot : saved.last(where: { isIt($0.text) }) {
      stored = snapshot
      return
    }
    // It was set elsewhere, by somebody who saw what was stored.
    guard var old = stored else { throw .impossible }
    _ = try replica.edit(&old, to: item.task)
    stored = old
  }

  /// Somebody does not edit any more; returns whether they did.
  mutating func leave(_ session: Int) -> Bool {
    drop { $0.session == session }
  }

  /// Lets those go of whom nothing was heard; returns whether there were any.
  mutating func expire(at now: Duration) -> Bool {
    drop { $0.heard + Self.patience <= now }
  }

  private mutating func drop(_ isGone: (Editor) -> Bool) -> Bool {
    let before = editors.count
    editors = editors.filter { !isGone($0.value) }
    return editors.count < before
  }

  var text: String { replica.text }
  var version: TextVersion { replica.version }

  // MARK: - Telling

  /// What somebody is told who has something of the text already; `editor` is who asks, nil for all.
  func json(since version: TextVersion, item: String, editor: String?) -> [UInt8] {
    var writer = JSONWriter(escaping: .invisibles)
    writer.beginObject()
    writer.field("item", item)
    writer.field("room", id)
    writer.field("sequence", sequence)
    writer.field("stored", self.item.task)
    if let editor {
      writer.field("editor", editor)
      let counts = replica.version.counts.sorted { $0.key < $1.key }
      writer.field("has", .object(counts.map { .init($0.key, .int($0.value)) }))
      writer.field("sum", Self.sum(text))
    }
    writer.key("batch")
    TextBatch(replica.operations(since: version)).write(to: &writer)
    writer.field("people", .array(editors.sorted { $0.key < $1.key }.map(Self.person)))
    writer.endObject()
    return writer.bytes
  }

  /// By which a page knows that it has the same text.
  static func sum(_ text: String) -> UInt32 {
    text.unicodeScalars.reduce(0) { $0 &* 31 &+ $1.value }
  }

  private static func person(_ name: String, _ editor: Editor) -> JSONValue {
    var cursor = JSONValue.null
    if let place = editor.cursor {
      cursor = place.element.map { [.string($0.editor), .int($0.number)] } ?? []
    }
    return ["editor": .string(name), "name": .string(editor.name), "cursor": cursor]
  }
}
