import ActionItems
import CivilTime
import ItemRecords
import Store

/// An item's version from another device.
enum SampleVersion {
  static func time(_ milliseconds: Int) -> Timestamp {
    Timestamp(microseconds: Int64(milliseconds) * 1000) ?? .epoch
  }

  static func known(_ task: String, id: String = "11111111-1111-5111-8111-111111111111")
    -> ItemRecord
  {
    ItemRecord(
      item: ActionItem(
        id: id, conversationId: "c", task: task, messageId: "m", source: .init(platform: "json"),
        extractedAt: time(0), model: "m"),
      number: 1, firstMessageId: "m", wordings: [task])
  }

  static func of(
    _ content: RemoteVersion.Content, at milliseconds: Int, device: String = "b",
    id: String = "11111111-1111-5111-8111-111111111111", from origin: String = "to:x"
  ) -> RemoteVersion {
    RemoteVersion(
      id: id, updatedAt: time(milliseconds), device: device, content: content, origin: origin)
  }
}
