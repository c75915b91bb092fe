import ActionItemModel
public import CivilTime
public import Extraction
import FieldMerging
import JSONText
import Journal
import TextSearch

/// What became of one item: its changes as far as the journal still tells of them.
public struct ItemHistory: Hashable, Sendable {
  /// One change, and what it set.
  public struct Step: Hashable, Sendable {
    /// The number of the change.
    public var sequence: Int
    /// When it was made here.
    public var at: Timestamp
    /// What became of the item, and the item as it was then.
    public var change: ItemChange
    /// What the change set; of the first one that is told, all that was set by then.
    public var settings: [Setting]
  }

  /// One field, and who set it to what.
  public struct Setting: Hashable, Sendable {
    /// The field.
    public var field: KnownItem.Field
    /// What it was set to; nil for nothing, and for where an item's messages are.
    public var value: String?
    /// When, by the clock of whoever set it; nil where that is no time that can be written.
    public var at: Timestamp?
    /// Whether a person set it, or a rule that a person had given.
    public var isByPerson: Bool
    /// Whether a rule did.
    public var isByRule: Bool
    /// The device; nil for the store itself.
    public var device: String?
    /// What the person is called; nil where nobody knows.
    public var name: String?
  }

  /// The changes, in their order.
  public private(set) var steps: [Step] = []
  /// Whether these are all of them: what compaction has let go of is not told, and what is damaged.
  public private(set) var isWhole = true

  private var before: KnownItem?
  /// Steps that are told, the last ones.
  private let limit: Int

  fileprivate init(limit: Int) { self.limit = limit }

  fileprivate mutating func note(_ change: StoreChange) {
    if before == nil {
      isWhole =
        change.change.kind == .created && (change.created ?? change.sequence) == change.sequence
    }
    let settings = Self.settings(of: change.change.known, since: before)
    before = change.change.known
    if settings.isEmpty, change.change.kind == .updated { return }
    steps.append(
      Step(sequence: change.sequence, at: change.at, change: change.change, settings: settings))
    if steps.count > limit {
      steps.removeFirst()
      isWhole = false
    }
  }

  /// Keeps the changes as which somebody may see the item.
  public mutating func keep(_ isSeen: (KnownItem) -> Bool) {
    let count = steps.count
    steps.removeAll { !isSeen($0.change.known) }
    if steps.count < count { isWhole = false }
  }

  fileprivate mutating func noteDamage() { isWhole = false }

  private static func settings(of known: KnownItem, since before: KnownItem?) -> [Setting] {
    KnownItem.Field.allCases.compactMap { field in
      let standing = known.register(of: field).standing
      if let old = before?.register(of: field).standing {
        let isSet = known.settings[field] != nil && !standing.isSame(as: old)
        guard isSet || field != .source && standing.value != old.value else { return nil }
      } else if field == .source || [nil, KnownItem.present].contains(standing.value.text) {
        // That it is there goes without saying.
        return nil
      }
      let (stamp, isByPerson) = (standing.stamp, standing.stamp.author != .model)
      return Setting(
        field: field, value: standing.value.text,
        at: Timestamp(microseconds: stamp.milliseconds.multipliedReportingOverflow(by: 1000).0),
        isByPerson: isByPerson, isByRule: standing.isByRule,
        device: stamp.device.isEmpty ? nil : stamp.device, name: standing.name)
    }
  }
}

extension ActionItemStore {
  /// What became of an item, removed or not: the last `limit` changes that the journal still tells of, behind what
  /// compaction has left.
  ///
  /// Reads the journal once, and of its lines only those that may be the item's.
  public func history(ofItem id: String, limit: Int = ItemHistory.length) throws -> ItemHistory {
    try catchUp()
    var history = ItemHistory(limit: limit)
    let contents = journal.contents
    if let kept = try contents.snapshot?.item(ItemKey(id)), kept.change.known.item.id == id {
      history.note(kept)
    }
    let isWhole = try contents.forEachChange(ofItem: id) { history.note($0) }
    if !isWhole { history.noteDamage() }
    return history
  }
}

extension StoreContents {
  /// Hands out every change of an item that the journal still has, in order; whether none may be missing.
  fileprivate func forEachChange(
    ofItem id: String, _ body: (StoreChange) throws -> Void
  ) throws -> Bool {
    guard let journal else { return true }
    // As `storedMembers` begins an item.
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("id")
    writer.string(id)
    let mark = writer.bytes
    var reader = JournalReader(journal.file, path: journal.path)
    try reader.readCommitted { line in
      // Most lines are of other items: reading each would take many times as long.
      guard line.bytes.holds(mark),
        case .change(let change) = try StoreLine(line.bytes, sequence: line.sequence),
        change.change.known.item.id == id
      else { return }
      try body(change)
    }
    return reader.damages.isEmpty
  }
}
