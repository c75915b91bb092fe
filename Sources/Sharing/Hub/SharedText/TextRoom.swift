import ActionItems
import Encoding

/// The text of one item's task while people edit it in browsers. Only saving stores it.
///
/// A room applies all operations of its editors. So a page with nothing left to send has a text that the room had at
/// some time. A stored text that equals the current or a saved version comes from a page. Any other text was set
/// elsewhere, and is merged.
struct TextRoom: Sendable {
  /// A page that edits the text.
  struct Editor: Hashable, Sendable {
    var session: Int
    /// The person with a named token; nil for others.
    var person: String?
    var name: String
    var cursor: TextCursor?
    var heard: Duration
  }

  /// The room's id. A later room of the same item has another id.
  let id: String
  private(set) var item: ActionItem
  private(set) var sequence: Int
  /// The editors, by their names in the text.
  private(set) var editors: [String: Editor] = [:]
  private var replica: TextReplica
  /// The stored text; nil if its elements are unknown.
  private var stored: TextSnapshot?
  /// The versions that pages are about to save.
  private var saved: [TextSnapshot] = []
  /// Whether a page has restored the text. Then any page may send operations of other editors.
  private let isRestored: Bool
  /// The approximate memory use in bytes.
  private var weight = 0

  static let mostEditors = 16
  /// The limit of a text's memory in bytes, with all of its history. It also limits the number of operations, and so
  /// the work of each insertion.
  static let mostBytes = 2 << 20
  /// How long a silent editor stays.
  static let patience: Duration = .seconds(60)
  /// The limit of versions that are recognised when they are saved.
  private static let mostSaved = 4

  /// Opens the text of an item for its first editor. If the hub has lost it, restores it from a page's operations.
  init(
    _ item: ActionItem, sequence: Int, id: String, _ exchange: TextExchange
  ) throws(TextRoomProblem) {
    (self.item, self.sequence) = (item, sequence)
    isRestored = exchange.room != nil
    self.id = exchange.room ?? id
    if isRestored {
      guard let known = exchange.stored else { throw .gone }
      // Otherwise, typed text and later changes could not be told apart.
      guard known == item.task else { throw .another }
    }
    do throws(TextProblem) {
      // A name of its own, so that no number is used twice, even in a restored text.
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

  /// Applies a page's request; returns whether there is news for the others.
  mutating func take(
    _ exchange: TextExchange, session: Int, person: String?, name: String, at now: Duration
  ) throws(TextRoomProblem) -> Bool {
    guard exchange.room == nil || exchange.room == id else { throw .another }
    let before = editors
    if exchange.isLeaving { return leave(session) }
    // Each window has one editor, so an older name of the window leaves.
    var others = editors.filter { $0.key == exchange.editor || $0.value.session != session }
    guard others.count < Self.mostEditors || others[exchange.editor] != nil else { throw .tooMany }
    let version = replica.version
    try take(exchange.operations, of: exchange.editor)
    others[exchange.editor] = Editor(
      session: session, person: person, name: name, cursor: exchange.cursor,
      heard: before[exchange.editor]?.heard ?? now)
    editors = others
    let isNews = editors != before || replica.version != version
    editors[exchange.editor]?.heard = now
    if exchange.isSaving { saved = saved.suffix(Self.mostSaved - 1) + [replica.snapshot] }
    return isNews
  }

  /// Applies all operations or none. None are applied if some depend on missing ones: the answer has the hub's version,
  /// and the page then sends the missing ones too.
  private mutating func take(
    _ operations: [TextOperation], of editor: String
  ) throws(TextRoomProblem) {
    var (next, weight) = (replica, weight)
    for operation in operations {
      let isOwn = operation.id.editor == editor
      // Present editors send their own operations.
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
    // The task was set elsewhere, by someone who saw the stored text.
    guard var old = stored else { throw .impossible }
    _ = try replica.edit(&old, to: item.task)
    stored = old
  }

  /// Removes a session's editors; returns whether there were any.
  mutating func leave(_ session: Int) -> Bool {
    drop { $0.session == session }
  }

  /// Removes silent editors; returns whether there were any.
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

  // MARK: - Sending

  /// The state that a page with this version lacks. `editor` is the page that asks, or nil for an event to all.
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

  /// A checksum by which a page compares its text with the hub's.
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
