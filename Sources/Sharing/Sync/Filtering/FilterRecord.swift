import ActionItems
import Encoding

/// The stored record of a remote's filter: the filter that was applied so far, and whether sent items
/// are recorded. `RemoteFilter` is the filter itself.
package struct FilterRecord: Hashable, Sendable {
  /// The filter, as in `RemoteFilter.text`.
  package var text: String
  /// Whether sent items are recorded. If not, all items that fit were sent.
  package var isTracked: Bool
  /// How often all items were visited again.
  package var walk = 0
  /// The number up to which everything was acknowledged at the last visit.
  package var upTo = 0
  /// The number up to which items may have been sent without a record; otherwise zero.
  package var unnoted = 0
  /// Whether items of direct messages were among those.
  package var unnotedWithDirect = true

  init(_ filter: RemoteFilter) {
    text = filter.text
    isTracked = filter.mayLetGo
    unnotedWithDirect = filter.kinds?.contains(.direct) ?? true
  }

  init?(_ kept: KeptValues) throws {
    guard let text = try kept.text("text") else { return nil }
    self.text = text
    isTracked = try kept.flag("isTracked")
    walk = try kept.number("walk") ?? 0
    upTo = try kept.number("upTo") ?? 0
    unnoted = try kept.number("unnoted") ?? 0
    unnotedWithDirect = try kept.flag("unnotedWithDirect")
  }

  var value: JSONValue {
    [
      "text": .string(text), "isTracked": .bool(isTracked), "walk": .int(walk),
      "upTo": .int(upTo), "unnoted": .int(unnoted), "unnotedWithDirect": .bool(unnotedWithDirect),
    ]
  }
}
