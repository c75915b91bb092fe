import ActionItems
import Encoding

/// Under which filter a destination is delivered to, and since when it is noted what it was told of.
package struct FilterRecord: Hashable, Sendable {
  /// The filter, as `DestinationFilter.text` has it.
  package var text: String
  /// Whether it is noted which items were told; else all that fit were.
  package var isTracked: Bool
  /// How often the items were gone through anew.
  package var walk = 0
  /// Up to this number all was acknowledged when they were last.
  package var upTo = 0
  /// Up to this number items were told without its being noted; zero where there are none.
  package var unnoted = 0
  /// Whether items of direct messages were among those.
  package var unnotedWithDirect = true

  init(_ filter: DestinationFilter) {
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
