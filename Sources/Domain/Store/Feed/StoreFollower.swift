import Dispatch
import System

/// Reports when the files of a store may have changed.
///
/// inotify is only a hint: it may report too much, and reports nothing on network file systems. The follower therefore
/// also checks once a second. The journal is authoritative.
public final class StoreFollower: @unchecked Sendable {
  // Unchecked: both members are constants, and dispatch sources may be used from any thread. Dispatch does not declare
  // that on Linux.
  private let timer: any DispatchSourceTimer
  private let events: (any DispatchSourceRead)?

  /// Calls `look` whenever something may have changed, and every `seconds`, until the follower is released. The calls
  /// do not overlap.
  public init(path: String, seconds: Double = 1, look: @escaping @Sendable () -> Void) {
    let queue = DispatchQueue(label: "actionitems.follow")
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + seconds, repeating: seconds, leeway: .milliseconds(100))
    timer.setEventHandler(handler: look)
    timer.activate()
    events = Self.watch(path, on: queue, look)
  }

  deinit {
    timer.cancel()
    events?.cancel()
  }

  /// Watches the folder; nil if the system does not support that.
  private static func watch(
    _ path: String, on queue: DispatchQueue, _ look: @escaping @Sendable () -> Void
  ) -> (any DispatchSourceRead)? {
    guard let changes = try? Descriptor(watchingFolder: path) else { return nil }
    let source = DispatchSource.makeReadSource(fileDescriptor: changes.number, queue: queue)
    source.setEventHandler {
      // Only the fact that something happened matters.
      changes.drain()
      look()
    }
    // The descriptor stays open until then.
    source.setCancelHandler { withExtendedLifetime(changes) {} }
    source.activate()
    return source
  }
}
