import Dispatch

/// How long a test waits for others before it fails: far longer than a busy machine takes, and an
/// end to what would never come.
public enum Patience {
  /// Something that did not happen in time.
  public struct Exhausted: Error, CustomStringConvertible {
    let what: String
    /// What was waited for, and what there was instead.
    public var description: String { "after \(Patience.seconds) s: \(what)" }
  }

  /// How long anything may take.
  static let seconds = 900

  /// Calls `body` when it has taken too long.
  static func whenOver(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: body)
  }
}
