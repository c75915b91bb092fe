import ActionItems
import CivilTime
import Extraction
import ItemRecords
import Store

/// Items and changes for tests.
enum Entries {
  static func item(_ task: String, _ id: String = "i") -> ActionItem {
    ActionItem(
      id: id, conversationId: "c", task: task, messageId: "m", source: .init(platform: "json"),
      extractedAt: .epoch, model: "m")
  }

  static func entry(_ number: Int, origin: String?) throws -> ChangeReader.Entry {
    let known = ItemRecord(
      item: item("Task number \(number)", "item \(number)"), number: 1, firstMessageId: "m",
      wordings: ["w"])
    var change = StoreChange(
      sequence: number, at: .epoch, run: nil, change: ItemChange(.created, known, by: .model))
    change.origin = origin
    return ChangeReader.Entry(change: change, checksum: nil)
  }
}
