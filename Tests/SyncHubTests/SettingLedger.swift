import ActionItems
import CivilTime
import Extraction
import ItemRecords
import Store

/// All settings ever made, and the expected result of their merge: the greatest of each field, found by comparing
/// all.
struct SettingLedger {
  /// A setting, and the settings of the same field that it replaces.
  private struct Record {
    var setting: FieldSetting
    var replaced: [VersionStamp]
  }

  private struct Place: Hashable {
    var item: String
    var field: ItemRecord.Field
  }

  private var records: [Place: [Record]] = [:]
  /// The content of each store at the last check, and the last change checked.
  private var held: [String: [String: ItemRecord]] = [:]
  private var read: [String: Int] = [:]

  /// Records the settings made in a store since the last check.
  mutating func note(_ store: ActionItemStore) async throws {
    for event in try await store.changes(since: read[store.id] ?? 0) {
      guard case .change(let change) = event else { continue }
      let known = change.change.known
      let before = held[store.id]?[known.item.id]
      read[store.id] = change.sequence
      held[store.id, default: [:]][known.item.id] = known
      if change.change.by != .sync { note(known, over: before, of: store.id) }
    }
  }

  private mutating func note(_ known: ItemRecord, over before: ItemRecord?, of store: String) {
    let now = known.named(store)
    let then = before?.named(store)
    for field in ItemRecord.Field.allCases where field != .source {
      let old = then?.register(of: field).settings.map(\.stamp) ?? []
      let new = now.register(of: field).settings
      for setting in new where setting.stamp.device == store && !old.contains(setting.stamp) {
        records[Place(item: known.item.id, field: field), default: []].append(
          Record(setting: setting, replaced: old))
      }
    }
  }

  /// The first error in the content of a store; nil if it is correct.
  func problem(of store: ActionItemStore) async throws -> String? {
    for (place, records) in records {
      guard let known = try await Self.known(place.item, in: store)?.named(store.id) else {
        return "\(place): \(store.folder.path) does not know the item"
      }
      // Only the removal of a removed item is sent.
      if known.removal == .person, place.field != .presence { continue }
      let register = known.register(of: place.field)
      guard let wanted = records.map(\.setting).max(), wanted.value == register.standing.value,
        wanted.stamp == register.standing.stamp
      else {
        return
          "\(place): \(register.standing) stands, not \(String(describing: records.map(\.setting).max()))"
      }
      let value = known.value(of: place.field)
      if value != wanted.value { return "\(place): the item says \(value), not \(wanted.value)" }
      // A person's setting must exist, or be replaced by someone who knew it.
      var reached = register.settings.map(\.stamp)
      var seen = Set(reached)
      while let stamp = reached.popLast() {
        for record in records where record.setting.stamp == stamp {
          for older in record.replaced where seen.insert(older).inserted { reached.append(older) }
        }
      }
      for record in records where record.setting.stamp.author == .person {
        if !seen.contains(record.setting.stamp) { return "\(place): lost \(record.setting)" }
      }
    }
    return nil
  }

  /// The record of an item, even a removed one; nil if the store never had it.
  private static func known(_ id: String, in store: ActionItemStore) async throws -> ItemRecord? {
    try await store.lastChange(ofItem: id)?.change.known
  }

  /// The number of settings and of fields.
  var count: (settings: Int, fields: Int) {
    (records.values.reduce(0) { $0 + $1.count }, records.count)
  }
}
