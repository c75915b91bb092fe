/// A failed operation of the hub.
package struct HubError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The operation and its object.
  package var what: String
  /// The reason, often the system's.
  package var reason: String
  package var isBusy = false

  package var description: String { "cannot \(what): \(reason)" }

  init(_ what: String, reason: String) { (self.what, self.reason) = (what, reason) }
}
