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
    var number = 0
    var firstMessageId: String?
    var wordings: [String] = []
    var said: SaidMember?
    var order: Int?
    var held: Set<KnownItem.Field> = []
    var unknown: [UnknownMembers.Member] = []
    var unread: [KnownItem.Field: String] = [:]
    let item = try ActionItem(reading: &reader) { key, reader throws(JSONError) in
      switch key {
      case "number": number = Self.number(try reader.readInt())
      case "firstMessageId": firstMessageId = try reader.readString()
      case "wordings": wordings = try reader.readWordings()
      case "said": said = try SaidMember(reading: &reader)
      case "order": order = try reader.readInt()
      case "held": held = try reader.readFields()
      case "schema": try reader.skipValue()
      default:
        unknown.append(.init(name: reader.string(of: key), value: Array(try reader.readRaw())))
      }
    } unread: { name, text in
      unread[KnownItem.Field(rawValue: "\(name)") ?? .source] = text
    }
    known = KnownItem(
      item: item, number: number, firstMessageId: firstMessageId ?? item.messageId,
      wordings: wordings.isEmpty ? [item.task] : wordings)
    said?.tell(&known)
    if let order { known.take(order: order) }
    (self.held, self.unknown, self.unread) = (held, unknown, unread)
  }
}

extension JSONReader {
  /// Reads wordings of a task, those that are looked at: they are for comparing, and the item is told without
  /// the rest, too.
  fileprivate mutating func readWordings() throws(JSONError) -> [String] {
    var wordings: [String] = []
    try beginArray()
    while try nextElement() {
      let text = try readString()
      if wordings.count < KnownItem.peerWordings, text.utf8.count <= KnownItem.longestPeerWording {
        wordings.append(text)
      }
    }
    return wordings
  }
}
