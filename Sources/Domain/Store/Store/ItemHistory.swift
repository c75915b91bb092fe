import ActionItems
public import CivilTime
public import ItemRecords
package import Encoding

/// What became of one item: its changes as far as the journal still tells of them.
public struct ItemHistory: Hashable, Sendable {
  /// One change, and what it set.
  public struct Step: Hashable, Sendable {
    /// The number of the change, as `undo` takes it.
    public var sequence: Int
    /// When it was made here.
    public var at: Timestamp
    /// What became of the item.
    public var kind: ItemChange.Kind
    /// What the change set; of the first one that is told, all that was set by then.
    public var settings: [Setting]
  }

  /// One field, and who set it to what.
  public struct Setting: Hashable, Sendable {
    /// Which field; `.presence` tells whether the item is there.
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

  /// The oldest one first.
  public fileprivate(set) var steps: [Step] = []
  /// Whether these are all of them: what compaction has let go of is not told, and what is damaged.
  public fileprivate(set) var isWhole = true

  /// Changes that are told of one item, the last ones.
  public static let length = 100
  /// Bytes of a value that are told: what an item is now is told as a whole elsewhere.
  package static let longestValue = 500
}

/// Makes a history of changes that come one by one.
private struct HistoryBuilder {
  var history = ItemHistory()
  var before: KnownItem?
  /// Steps that are told, the last ones.
  let limit: Int
  let isSeen: (KnownItem) -> Bool

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

  private static func settings(of known: KnownItem, since before: KnownItem?)
    -> [ItemHistory.Setting]
  {
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
      return ItemHistory.Setting(
        field: field, value: standing.value.text,
        at: Timestamp(milliseconds: stamp.milliseconds),
        isByPerson: isByPerson, isByRule: standing.isByRule,
        device: stamp.device.isEmpty ? nil : stamp.device, name: standing.name)
    }
  }
}

extension ActionItemStore {
  /// What became of an item, removed or not: the last `limit` changes that the journal still tells of, behind what
  /// compaction has left; those as which `isSeen` says that it may be seen.
  ///
  /// Reads the journal once, and of its lines only those that may be the item's.
  public func history(
    ofItem id: String, limit: Int = ItemHistory.length,
    where isSeen: @escaping @Sendable (KnownItem) -> Bool = { _ in true }
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
  /// Hands out every change of an item that the journal still has, in order; whether none may be missing.
  fileprivate func forEachChange(
    ofItem id: String, _ body: (StoreChange) throws -> Void
  ) throws -> Bool {
    // As `storedMembers` begins an item.
    var writer = JSONWriter()
    writer.beginObject()
    writer.field("id", id)
    let mark = writer.bytes
    guard var reader = opened?.reader(path) else { return true }
    try reader.readCommitted { line in
      // Most lines are of other items: reading each would take many times as long.
      guard line.bytes.holds(mark), let change = try line.change(), change.item.id == id else {
        return
      }
      try body(change)
    }
    return reader.damages.isEmpty
  }
}

// MARK: - Telling

extension ItemHistory.Setting {
  package var what: String {
    let value = (value ?? "none").cut(toBytes: ItemHistory.longestValue)
    switch field {
    case .source: return "its messages"
    case .isComplete: return "state: \(value)"
    case .presence: return "kept: \(value)"
    case .assignee: return "who: \(value)"
    case .deadline: return "due: \(value)"
    default: return "\(field.rawValue): \(value)"
    }
  }

  /// Who set it, and where, in words; what the machine is called that tells of it is up to the caller.
  package func setter(here: String) -> String {
    let place = device.map { "device \($0.prefix(8))" } ?? here
    guard isByPerson else { return "found, on \(place)" }
    return (name.map { "\($0), " } ?? "") + (isByRule ? "by a rule, on " : "on ") + place
  }
}

extension JSONWriter {
  /// Writes the members `history` and `isWhole`; no value has more than `longestValue` bytes.
  package mutating func members(of history: ItemHistory) {
    key("history")
    beginArray()
    for step in history.steps { self.step(step) }
    endArray()
    field("isWhole", history.isWhole)
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
  /// The text, cut to no more than so many bytes.
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
