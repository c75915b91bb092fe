import ActionItemModel
import Extraction

extension KnownItem {
  /// What has become of it, in a word.
  var state: String {
    switch removal {
    case .archived: "archived"
    case .person, .withdrawn, .purged: "removed"
    case nil: item.isComplete ? "done" : "open"
    }
  }
}
