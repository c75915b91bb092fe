import ActionItemModel
import Extraction

/// Removed items as a table for people.
enum RemovedTable {
  /// The table's lines.
  static func lines(_ items: [KnownItem], width: Int?) -> [String] {
    var table = TextTable(["ID", "REMOVED", "BECAUSE", "WHO", "CONVERSATION", "TASK"])
    for known in items {
      let item = known.item
      table.add([
        String(item.id.prefix(8)), known.removal?.byWhom ?? "-", known.removalReason ?? "-",
        item.assignee ?? "-", item.conversationTitle ?? item.conversationId, item.task,
      ])
    }
    return table.lines(width: width)
  }
}

extension KnownItem.Removal {
  /// Who removed an item, as in "removed by a person".
  var byWhom: String {
    switch self {
    case .person: "by a person"
    // Its message no longer says it, or the run that found it was taken back.
    case .withdrawn: "by a run"
    case .purged: "for good"
    case .archived: "for now"
    }
  }
}
