import ActionItemModel
import ActionItemRepository
import Extraction
import FieldMerging
import ItemCoding
import JSONText

/// What `ItemPayload` writes under `actionItem`, read back.
struct PayloadItem {
  /// The item; nobody has said yet who set what of it.
  var known: KnownItem
  /// The fields that a person held, as versions say that know no more of who set what.
  var held: Set<KnownItem.Field> = []
  var unknown: [UnknownMembers.Member] = []
  /// Values that this version cannot read, as they are written.
  var unread: [KnownItem.Field: String] = [:]

  /// The number of a finding in its message; no message has so many, and the next one has to have one, too.
  static func number(_ number: Int) -> Int { min(max(number, 0), 1_000_000) }

  /// Reads it; throws `ItemCodingError` where it is no whole item.
  init(reading reader: inout JSONReader) throws {
    // They are for comparing, and the item is told without the rest, too.
    var members = KnownMembers { wording, count in
      count < KnownItem.peerWordings && wording.utf8.count <= KnownItem.longestPeerWording
    }
    var unknown: [UnknownMembers.Member] = []
    var unread: [KnownItem.Field: String] = [:]
    let item = try ActionItem(reading: &reader) { key, reader throws(JSONError) in
      if try members.take(key, &reader) { return }
      if key.equals("schema") { return try reader.skipValue() }
      unknown.append(.init(name: reader.string(of: key), value: Array(try reader.readRaw())))
    } unread: { name, text in
      unread[KnownItem.Field(rawValue: "\(name)") ?? .source] = text
    }
    members.number = Self.number(members.number ?? 0)
    if members.wordings?.isEmpty == true { members.wordings = nil }
    known = members.known(item)
    (held, self.unknown, self.unread) = (members.held, unknown, unread)
  }
}
