package import ActionItems
public import CivilTime
package import Encoding
public import ItemRecords

/// The history of one item, for display: the changes that the journal still has, as words or JSON. `String.cut`, below,
/// shortens texts.
public struct ItemHistory: Hashable, Sendable {
  /// One change, and what it set.
  public struct Step: Hashable, Sendable {
    /// The number of the change, as `undo` takes it.
    public var sequence: Int
    /// When it was recorded in this store.
    public var at: Timestamp
    /// The kind of change.
    public var kind: ItemChange.Kind
    /// The fields that the change set. The first step lists all that was set by then.
    public var settings: [Setting]
  }

  /// One field, its value and who set it.
  public struct Setting: Hashable, Sendable {
    /// The field; `.presence` means whether the item is present.
    public var field: ItemRecord.Field
    /// The value; nil for none, and for the field of an item's messages.
    public var value: String?
    /// When it was set, by the setter's clock; nil if that is not a valid time.
    public var at: Timestamp?
    /// Whether a person set it, directly or by a rule.
    public var isByPerson: Bool
    /// Whether a rule set it.
    public var isByRule: Bool
    /// The device that set it; nil for this store.
    public var device: String?
    /// The person's name; nil if unknown.
    public var name: String?
  }

  /// The changes, the oldest one first.
  public fileprivate(set) var steps: [Step] = []
  /// Whether the history is complete: false if changes were compacted away, damaged, hidden or above the limit.
  public fileprivate(set) var isWhole = true

  /// The most changes reported of one item; the last ones are kept.
  public static let length = 100
  /// The most bytes reported of a value. The item's current values are available in full elsewhere.
  package static let longestValue = 500
}

/// Builds a history from changes that arrive one by one.
private struct HistoryBuilder {
  var history = ItemHistory()
  var before: ItemRecord?
  /// The most steps kept; the last ones stay.
  let limit: Int
  let isSeen: (ItemRecord) -> Bool

  mutating func note(_ change: StoreChange) {
    let (known, kind) = (change.change.known, change.change.kind)
    if before == nil, kind != .created || change.created ?? change.sequence != change.sequence {
      noteGap()
    }
    let settings = Self.settings(of: known, since: before)
    before = known
    if settings.isEmpty, kind == .updated { return }
    guard isSeen(known) else { return noteGap() }
    history.steps.append(
      .init(sequence: change.sequence, at: change.at, kind: kind, settings: settings))
    if history.steps.count > limit {
      history.steps.removeFirst()
      noteGap()
    }
  }

  mutating func noteGap() { history.isWhole = false }

  private static func settings(of known: ItemRecord, since before: ItemRecord?)
    -> [ItemHistory.Setting]
  {
    ItemRecord.Field.allCases.compactMap { field in
      let standing = known.register(of: field).standing
      if let old = before?.register(of: field).standing {
        let isSet = known.settings[field] != nil && !standing.isSame(as: old)
        guard isSet || field != .source && standing.value != old.value else { return nil }
      } else if field == .source || [nil, ItemRecord.present].contains(standing.value.text) {
        // An empty value and the presence of an item need no mention.
        return nil
      }
      let (stamp, isByPerson) = (standing.stamp, standing.stamp.author != .model)
      return ItemHistory.Setting(
        field: field, value: standing.value.text,
        at: Timestamp(milliseconds: stamp.milliseconds),
        isByPerson: isByPerson, isByRule: standing.isByRule,
        device: stamp.device.isEmpty ? nil : stamp.device, name: standing.name)
    }
  }
}

extension ActionItemStore {
  /// The last `limit` changes of an item, removed or not, that the journal still has, and the snapshot's version before
  /// them.
  ///
  /// Only versions for which `isSeen` returns true are included. Reads the journal once and decodes only the lines that
  /// may belong to the item.
  public func history(
    ofItem id: String, limit: Int = ItemHistory.length,
    where isSeen: @escaping @Sendable (ItemRecord) -> Bool = { _ in true }
  ) throws -> ItemHistory {
    let contents = try upToDate()
    var builder = HistoryBuilder(limit: limit, isSeen: isSeen)
    let kept = try contents.damages.passing { () throws -> StoreChange? in
      try contents.snapshot?.item(ItemKey(id))
    }
    if kept == nil { builder.noteGap() }
    if let kept = kept ?? nil, kept.change.known.item.id == id { builder.note(kept) }
    let isWhole = try journal.forEachChange(ofItem: id) { builder.note($0) }
    if !isWhole { builder.noteGap() }
    return builder.history
  }
}

extension StoreJournal {
  /// Passes every change of an item in the journal to `body`, in order. Returns whether the journal has no damage.
  fileprivate func forEachChange(
    ofItem id: String, _ body: (StoreChange) throws -> Void
  ) throws -> Bool {
    // `storedMembers` begins an item this way.
    var writer = JSONWriter()
    writer.beginObject()
    writer.field("id", id)
    let mark = writer.bytes
    guard var reader = opened?.reader(path) else { return true }
    try reader.readCommitted { line in
      // Most lines belong to other items; decoding each would take many times as long.
      guard line.bytes.holds(mark), case .change(let change) = try StoreLine(line),
        change.item.id == id
      else { return }
      try body(change)
    }
    return reader.damages.isEmpty
  }
}

// MARK: - Output

extension ItemHistory.Setting {
  /// The field and its value in words, with times on a clock.
  package func what(_ clock: ItemClock) -> String {
    let value = (value ?? "none").cut(toBytes: ItemHistory.longestValue)
    switch field {
    case .source: return "its messages"
    case .isComplete: return "state: \(value)"
    case .presence: return "kept: \(value)"
    case .assignee: return "who: \(value)"
    case .deadline: return "due: " + (Deadline(value).map { clock.words($0) } ?? value)
    default: return "\(field.rawValue): \(value)"
    }
  }

  /// Who set it, and on which device, in words. The caller gives the name of this device.
  package func setter(here: String) -> String {
    let place = device.map { "device \($0.prefix(8))" } ?? here
    guard isByPerson else { return "found, on \(place)" }
    return (name.map { "\($0), " } ?? "") + (isByRule ? "by a rule, on " : "on ") + place
  }
}

extension JSONWriter {
  /// Writes the members `history` and `isWhole`. A value longer than `longestValue` bytes is cut.
  package mutating func members(of history: ItemHistory) {
    key("history")
    beginArray()
    for step in history.steps { self.step(step) }
    endArray()
    field("isWhole", history.isWhole)
  }

  /// Writes the member `context`: the messages around that of an item. `isStored` selects the store's form of times
  /// instead of the form for users.
  package mutating func context(_ messages: [Finding.ContextLine], isStored: Bool = false) {
    key("context")
    beginArray()
    for message in messages {
      beginObject()
      field("sender", message.sender)
      key("timestamp")
      if isStored { storedTimestamp(message.timestamp) } else { timestamp(message.timestamp) }
      field("text", message.text)
      endObject()
    }
    endArray()
  }

  private mutating func step(_ step: ItemHistory.Step) {
    beginObject()
    field("sequence", step.sequence)
    key("at")
    timestamp(step.at)
    field("change", step.kind.rawValue)
    key("settings")
    beginArray()
    for setting in step.settings {
      beginObject()
      field("field", setting.field.rawValue)
      field("value", setting.value?.cut(toBytes: ItemHistory.longestValue))
      key("at")
      timestamp(setting.at)
      field("by", setting.isByRule ? "rule" : setting.isByPerson ? "person" : "model")
      field("device", setting.device)
      field("name", setting.name)
      endObject()
    }
    endArray()
    endObject()
  }
}

extension String {
  /// The text, cut to at most so many bytes, with an ellipsis if anything was cut.
  package func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var size = 0
    return String(
      unicodeScalars.prefix { scalar in
        size += UTF8.width(scalar)
        return size <= limit
      }.map(Character.init)) + "…"
  }
}
