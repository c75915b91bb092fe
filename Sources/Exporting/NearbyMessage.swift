public import CivilTime

/// A message near that of an item, for whoever wants to know how it came about.
public struct NearbyMessage: Hashable, Sendable {
  /// Who wrote it.
  public var sender: String?
  /// When it was written.
  public var timestamp: Timestamp?
  /// What it says.
  public var text: String

  /// Puts the parts together.
  public init(sender: String?, timestamp: Timestamp?, text: String) {
    self.sender = sender
    self.timestamp = timestamp
    self.text = text
  }
}
