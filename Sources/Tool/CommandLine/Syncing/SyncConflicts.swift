import ActionItems
import CivilTime
import Encoding
import Extraction
import ItemRecords
import Store
import System

/// Lists and resolves conflicts between people's changes (`sync --conflicts`, `--resolve`). Formats them for `show`
/// and as JSON.
struct SyncConflicts {
  let invocation: Invocation
  let store: ActionItemStore

  func list() async throws -> ExitStatus {
    let items = try await store.conflictingItems()
    let status = await invocation.statusOfReading(store)
    let clock = try invocation.itemClock()
    if invocation.isJSON {
      for known in items {
        try invocation.printJSON { writer in
          writer.field("id", known.item.id)
          writer.field("task", known.item.task)
          writer.conflicts(of: known, store: store.id)
        }
      }
      return status
    }
    var table = TextTable(["ID", "FIELD", "STANDS", "SET", "BY", "ON", "VALUE", "TASK"])
    for known in items {
      for conflict in known.conflicts {
        for side in conflict.sides {
          table.add([
            String(known.item.id.prefix(8)), conflict.field.rawValue,
            side == conflict.standing ? "yes" : "no", Self.time(side, clock), side.name ?? "-",
            Self.device(side, store: store.id), Self.shown(side, of: conflict.field, clock),
            known.item.task,
          ])
        }
      }
    }
    try invocation.console.output.write(table)
    if items.isEmpty { invocation.console.inform("no conflicts") }
    return status
  }

  /// Resolves an item's conflicts by a rule.
  func resolve(_ id: String, _ rule: ConflictRule) async throws -> ExitStatus {
    let known = try await invocation.changing(store) {
      try await store.resolve(idBeginning: id, rule)
    }
    if invocation.isJSON {
      try await invocation.reportingStored { try invocation.console.output.writeJSON(known) }
    }
    let rest = known.conflicts.count
    invocation.console.inform(
      "resolved: \(SafeText.line(known.item.task))"
        + (rest == 0 ? "" : " (\(rest.counted("conflict")) of it left)"))
    return .done
  }

  /// Returns the value of one side for display.
  private static func shown(
    _ setting: FieldSetting, of field: ItemRecord.Field, _ clock: ItemClock
  ) -> String {
    if field == .deadline, let deadline = setting.value.text.flatMap(Deadline.init) {
      return clock.words(deadline)
    }
    let detail = setting.value.detail.map { " (\($0))" } ?? ""
    return (word(setting, of: field) ?? "none") + detail
  }

  /// Returns the value of one side as a word; for the presence of an item, "kept" or "removed".
  static func word(_ setting: FieldSetting, of field: ItemRecord.Field) -> String? {
    guard field == .presence else { return setting.value.text }
    return setting.value.text == ItemRecord.present ? "kept" : "removed"
  }

  /// Returns the device on which a side was set: "this machine", or the beginning of a device's id.
  private static func device(_ setting: FieldSetting, store: String) -> String {
    let device = setting.stamp.device
    return (device.isEmpty || device == store ? "this machine" : String(device.prefix(8)))
      + (setting.isByRule ? ", by a rule" : "")
  }

  private static func time(_ setting: FieldSetting, _ clock: ItemClock) -> String {
    Timestamp(microseconds: setting.stamp.milliseconds * 1000).map(clock.minute) ?? "-"
  }

  static func sentence(
    _ conflict: FieldConflict, store: String, _ clock: ItemClock
  ) -> String {
    func words(_ side: FieldSetting, _ verb: String = "") -> String {
      "\(shown(side, of: conflict.field, clock))\(verb) (\(setter(side, store: store, clock)))"
    }
    return "\(conflict.field.rawValue): \(words(conflict.standing, " wins")); "
      + "lost: \(conflict.rivals.map { words($0) }.joined(separator: ", "))"
  }

  /// Returns the time, person (if known) and device of a side.
  private static func setter(
    _ side: FieldSetting, store: String, _ clock: ItemClock
  ) -> String {
    let name = side.name.map { " by \($0)" } ?? ""
    return "set \(time(side, clock))\(name) on \(device(side, store: store))"
  }
}

extension JSONWriter {
  /// Writes the member `conflicts`. `store` is the id of the store that contains the item; nil leaves out the device of
  /// local changes.
  mutating func conflicts(of known: ItemRecord, store: String?) {
    func side(_ setting: FieldSetting, _ field: ItemRecord.Field) -> JSONValue {
      let stamp = setting.stamp
      var time: [UInt8] = []
      Timestamp(microseconds: stamp.milliseconds * 1000)?.appendWithMilliseconds(to: &time)
      return [
        "value": .text(SyncConflicts.word(setting, of: field)),
        "detail": .text(setting.value.detail), "by": setting.isByRule ? "rule" : "person",
        "name": .text(setting.name),
        "at": time.isEmpty ? .null : .string(String(decoding: time, as: UTF8.self)),
        "device": .text(stamp.device.isEmpty ? store : stamp.device),
      ]
    }
    key("conflicts")
    value(
      .array(
        known.conflicts.map { conflict in
          [
            "field": .string(conflict.field.rawValue),
            "stands": side(conflict.standing, conflict.field),
            "lost": .array(conflict.rivals.map { side($0, conflict.field) }),
          ]
        }))
  }
}
