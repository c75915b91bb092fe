/// Why a memory kept only the first of the outcomes that it was given: a write ended in their midst.
public struct KeptInPart: Error {
  /// The changes that were made, for each outcome that was kept.
  public var changes: [[ItemChange]]
  /// What ended it.
  public var cause: any Error

  /// Puts the parts together.
  public init(changes: [[ItemChange]], cause: any Error) {
    self.changes = changes
    self.cause = cause
  }
}
