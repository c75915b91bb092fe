import ActionItems
package import Encoding
package import ItemRecords

/// The JSON member `set` of an item record: for each field, the winning setting and the losing ones.
///
///     {"made": {"at": …, "device": …}, "priority": {"at": …, "by": "person", "device": …, "seen": {…},
///     "rivals": [{"at": …, "by": "person", "device": …, "value": "high"}]}}
///
/// A winning value is omitted if the item has it. The author is omitted if it is a model, and the device if it is the
/// store itself.
package struct SettingsMember {
  private var base: VersionStamp?
  private var registers: [(field: ItemRecord.Field, settings: [Written])] = []
  /// A checksum of the item's values when this was written, if it has one.
  package private(set) var sum: String?
  /// The time of the version that brought unknown members, in milliseconds since 1970.
  package private(set) var unknownTime: Int64?
  /// Members with other names, with their JSON.
  package private(set) var others: [UnknownMembers.Member] = []

  private typealias Written = (setting: FieldSetting, hasValue: Bool)

  /// The longest name of a device, in bytes.
  private static let longestDevice = 200

  package init(reading reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key.equals("made") {
        base = try Self.setting(&reader).first?.setting.stamp
      } else if key.equals("sum") {
        sum = try reader.readOptionalString()
      } else if key.equals("unknown") {
        unknownTime = max(0, Int64(try reader.readInt()))
      } else {
        let name = reader.string(of: key)
        if let field = ItemRecord.Field(rawValue: name) {
          registers.append((field, try Self.setting(&reader)))
        } else {
          others.append(.init(name: name, value: Array(try reader.readRaw())))
        }
      }
    }
  }

  package func tell(_ known: inout ItemRecord) {
    known.settings = ItemSettings()
    known.settings.base = base
    for (field, written) in registers {
      let settings = written.enumerated().map { place, written in
        var setting = written.setting
        if place == 0, !written.hasValue { setting.value = known.value(of: field) }
        return setting
      }
      known.settings[field] = MultiValueRegister(settings)
    }
  }

  /// Reads a setting, followed by those that lost against it.
  private static func setting(_ reader: inout JSONReader) throws(JSONError) -> [Written] {
    var stamp = VersionStamp.nothing
    var claimed: Int64?
    var (value, hasValue) = (FieldValue(nil), false)
    var seen: [String: Int64] = [:]
    var (isByRule, isTakenBack) = (false, false)
    var name: String?
    var rivals: [Written] = []
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "at": stamp.milliseconds = max(0, Int64(try reader.readInt()))
      case "claimed": claimed = Int64(try reader.readInt())
      case "by": stamp.author = .init(rawValue: try reader.readString()) ?? .model
      case "device": stamp.device = try reader.readString()
      case "value":
        value.text = try reader.readOptionalString()
        hasValue = true
      case "detail": value.detail = try reader.readOptionalString()
      case "seen": seen = try Self.seen(&reader)
      case "rule": isByRule = try reader.readBool()
      case "name": name = try reader.readOptionalString().flatMap(FieldSetting.properName)
      case "back": isTakenBack = try reader.readBool()
      case "rivals":
        try reader.beginArray()
        while try reader.nextElement() {
          let some = try setting(&reader)
          if rivals.count < MultiValueRegister.limit { rivals += some.prefix(1) }
        }
      default: try reader.skipValue()
      }
    }
    if stamp.device.utf8.count > longestDevice {
      stamp.device = String(decoding: stamp.device.utf8.prefix(longestDevice), as: UTF8.self)
    }
    stamp.claimed = max(claimed ?? stamp.milliseconds, stamp.milliseconds)
    let setting = FieldSetting(
      stamp, value, seen: seen, isByRule: isByRule, isTakenBack: isTakenBack, name: name)
    return [(setting, hasValue)] + rivals
  }

  private static func seen(_ reader: inout JSONReader) throws(JSONError) -> [String: Int64] {
    var seen: [String: Int64] = [:]
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let time = Int64(try reader.readInt())
      let device = reader.string(of: key)
      guard seen.count < FieldSetting.seenLimit, device.utf8.count <= longestDevice else {
        continue
      }
      seen[device] = time
    }
    return seen
  }
}

extension JSONWriter {
  /// Writes who set which field of an item; `more` writes further members. If the item itself is not written, all
  /// values are included.
  package mutating func settings(
    of known: ItemRecord, isItemTold: Bool = true, more: (inout JSONWriter) -> Void = { _ in }
  ) {
    beginObject()
    more(&self)
    if let base = known.settings.base {
      key("made")
      beginObject()
      stamp(base)
      endObject()
    }
    for field in known.settings.fields {
      guard let register = known.settings[field] else { continue }
      key(field.rawValue)
      beginObject()
      // Presence is always written with its value: little else is written of a removed item.
      setting(
        register.standing, besides: field == .presence || !isItemTold ? nil : known.value(of: field)
      )
      if register.settings.count > 1 {
        key("rivals")
        beginArray()
        for rival in register.settings.dropFirst() {
          beginObject()
          setting(rival, besides: nil)
          endObject()
        }
        endArray()
      }
      endObject()
    }
    endObject()
  }

  private mutating func stamp(_ stamp: VersionStamp) {
    field("at", Int(stamp.milliseconds))
    if stamp.claimed != stamp.milliseconds { field("claimed", Int(stamp.claimed)) }
    if stamp.author != .model { field("by", stamp.author.rawValue) }
    if !stamp.device.isEmpty { field("device", stamp.device) }
  }

  /// Writes a setting. Its value is omitted if it equals `usual`.
  private mutating func setting(_ setting: FieldSetting, besides usual: FieldValue?) {
    stamp(setting.stamp)
    if setting.value != usual {
      field("value", setting.value.text)
      optional("detail", setting.value.detail)
    }
    if !setting.seen.isEmpty {
      key("seen")
      beginObject()
      for (device, time) in setting.seen.sorted(by: { $0.key < $1.key }) {
        key(device)
        int(Int(time))
      }
      endObject()
    }
    optional("name", setting.name)
    flag("rule", setting.isByRule)
    flag("back", setting.isTakenBack)
  }
}
