import Dispatch
import Glibc

// Unchecked: both members are constants, and dispatch sources may be used from any thread. Dispatch does not declare
// that on Linux.
/// Reports when the files of a store may have changed.
///
/// inotify is only a hint: it may report too much, and reports nothing on network file systems. The follower therefore
/// also checks once a second. The journal is authoritative.
public final class StoreFollower: @unchecked Sendable {
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
    let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard descriptor >= 0 else { return nil }
    let wanted = UInt32(IN_MODIFY) | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE)
    guard inotify_add_watch(descriptor, path, wanted) >= 0 else {
      close(descriptor)
      return nil
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler {
      // Only the fact that something happened matters.
      var buffer = [UInt8](repeating: 0, count: 4096)
      while read(descriptor, &buffer, buffer.count) > 0 {}
      look()
    }
    source.setCancelHandler { close(descriptor) }
    source.activate()
    return source
  }
}
