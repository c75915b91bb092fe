import ActionItemModel
import CivilTime
import Digests

/// The place in the list behind which a page begins: that of the item that the page before ended with, as it was then.
///
/// It is a place and no item: one that has moved since, or is done, takes nothing with it.
struct ListCursor: Hashable, Sendable {
  let place: RepositoryOrder

  init(behind item: ActionItem) { place = RepositoryOrder(item) }

  /// Reads what `text` wrote; nil for anything else.
  init?(_ text: String) {
    guard let bytes = Base64URL.decode(text.utf8),
      let line = String(validating: bytes, as: UTF8.self)
    else { return nil }
    let parts = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "0" || parts[0] == "1",
      let recency = Int64(parts[1]).flatMap({ Timestamp(microseconds: $0) })
    else { return nil }
    let deadline = parts[2] == "-" ? nil : Deadline(String(parts[2]))
    guard deadline != nil || parts[2] == "-" else { return nil }
    place = RepositoryOrder(
      isComplete: parts[0] == "1", deadline: deadline, recency: recency, id: String(parts[3]))
  }

  /// The cursor as it stands in an address.
  var text: String {
    let deadline = place.deadline.map { "\($0)" } ?? "-"
    let line =
      "\(place.isComplete ? 1 : 0) \(place.recency.microseconds) \(deadline) \(place.id)"
    return Base64URL.string(line.utf8)
  }
}
