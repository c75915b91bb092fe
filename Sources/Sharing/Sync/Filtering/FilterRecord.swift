import ActionItems
import Encoding

/// The part of `RemoteState` about the remote's filter: the filter applied so far, and what is recorded
/// about sent items. `OutgoingSelection` compares it with the current `RemoteFilter`.
package struct FilterRecord: Hashable, Sendable {
  /// The filter applied so far, as in `RemoteFilter.text`.
  package var text: String
  /// Whether sent items are recorded. They need not be while no sent item can stop fitting.
  package var isTracked: Bool
  /// The number of times that delivery went back to visit items again.
  package var walk = 0
  /// The sequence number up to which everything was acknowledged when the last walk began.
  package var upTo = 0
  /// The sequence number up to which items may have been sent without a record; zero if none were.
  package var unrecorded = 0
  /// Whether items of direct messages may be among those.
  package var unrecordedWithDirect = true

  init(_ filter: RemoteFilter) {
    text = filter.text
    isTracked = filter.canStopMatching
    unrecordedWithDirect = filter.kinds?.contains(.direct) ?? true
  }

  init?(_ kept: StateFileReader) throws {
    guard let text = try kept.text("text") else { return nil }
    self.text = text
    isTracked = try kept.flag("isTracked")
    walk = try kept.number("walk") ?? 0
    upTo = try kept.number("upTo") ?? 0
    unrecorded = try kept.number("unnoted") ?? 0
    unrecordedWithDirect = try kept.flag("unnotedWithDirect")
  }

  var value: JSONValue {
    [
      "text": .string(text), "isTracked": .bool(isTracked), "walk": .int(walk),
      "upTo": .int(upTo), "unnoted": .int(unrecorded),
      "unnotedWithDirect": .bool(unrecordedWithDirect),
    ]
  }
}
