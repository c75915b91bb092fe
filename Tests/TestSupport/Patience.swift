import Dispatch

/// The time a test waits for others before it fails: far longer than a busy machine needs.
public enum Patience {
  /// An event that did not happen in time.
  public struct Exhausted: Error, CustomStringConvertible {
    let what: String
    /// The event that was waited for, and the state instead.
    public var description: String { "after \(Patience.seconds) s: \(what)" }
  }

  /// The time limit of every wait, in seconds.
  static let seconds = 900

  /// Calls `body` once the time limit is over.
  static func whenOver(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: body)
  }
}
