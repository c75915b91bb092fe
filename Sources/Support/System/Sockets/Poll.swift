import Glibc

/// Waits until sockets are ready to read or write, or a time limit is reached (poll(2)).
package enum Poll {
  package struct Events: OptionSet, Sendable {
    package let rawValue: Int16
    package init(rawValue: Int16) { self.rawValue = rawValue }

    /// There is something to read, or the other side has closed.
    package static let input = Events(rawValue: Int16(POLLIN))
    /// There is room to send.
    package static let output = Events(rawValue: Int16(POLLOUT))
  }

  /// A socket with the events to wait for. After `wait`, the entry says whether the socket is ready.
  package struct Entry {
    fileprivate var entry: pollfd

    /// With no events, the entry is ready only if the socket ends or fails.
    package init(_ socket: Socket, for events: Events) {
      entry = pollfd(fd: socket.descriptor, events: events.rawValue, revents: 0)
    }

    private init() { entry = pollfd(fd: -1, events: 0, revents: 0) }

    /// An entry that is never ready.
    package static let never = Entry()

    /// Whether a wanted event happened, or the socket ended or failed.
    package var isReady: Bool { entry.revents != 0 }

    /// Whether there is input, or the socket ended or failed.
    package var isReadyForMoreThanOutput: Bool { entry.revents & ~Int16(POLLOUT) != 0 }
  }

  /// Waits for an event on the sockets, or until `end`; nil to wait without limit.
  package static func wait(_ entries: inout [Entry], until end: ContinuousClock.Instant?) {
    // Rounded up: waking late is better than waking several times too early.
    let milliseconds = end.map { max(0, ($0 - .now) / .milliseconds(1)).rounded(.up) }
    var waits = entries.map(\.entry)
    // The result does not matter: callers check all sockets again.
    _ = poll(&waits, UInt(waits.count), milliseconds.map { Int32(min($0, 1e9)) } ?? -1)
    for (index, wait) in waits.enumerated() { entries[index].entry = wait }
  }
}
