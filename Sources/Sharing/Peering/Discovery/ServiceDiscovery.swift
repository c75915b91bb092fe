import Dispatch

/// Finds services of one type on the machine's networks, and publishes one: DNS-based service discovery (RFC 6763) over
/// multicast DNS (RFC 6762). Shares the port with other multicast DNS programs on the machine.
///
///     let discovery = ServiceDiscovery(type: type, publication: publication)
///     async let running: Void = discovery.run()
///     for await event in discovery.events { … }
///
/// `DiscoveryThread` does the I/O, `DiscoveryState` decides.
///
/// Everything found comes from strangers: it gives addresses to try, and proves nothing. The number of stored services
/// is bounded, and so is the number of bytes read in a second, no matter what other hosts send.
package final class ServiceDiscovery: Sendable {
  /// The results; the stream ends when `run` returns. If they are not read for long, only the last state is kept.
  package let events: AsyncStream<DiscoveryEvent>

  private let type: ServiceType
  private let publication: ServicePublication?
  private let interfaces: [String]
  private let log: @Sendable (String) -> Void
  private let continuation: AsyncStream<DiscoveryEvent>.Continuation
  private let stop = StopSignal()
  private let queue = DispatchQueue(label: "actionitems.discovery")

  private static let mostEvents = 1_024

  /// Finds services of a type, and publishes one of that type, or none. `interfaces` are the names of interfaces to
  /// use. If empty, all but loopback are used, and loopback only if there is no other.
  package init(
    type: ServiceType, publication: ServicePublication?, interfaces: [String] = [],
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    (self.type, self.publication, self.interfaces) = (type, publication, interfaces)
    self.log = log
    (events, continuation) = AsyncStream.makeStream(
      bufferingPolicy: .bufferingOldest(Self.mostEvents))
  }

  /// Runs until the task is cancelled, and then announces that the service is gone. Call it once.
  package func run() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { done in
        queue.async { [self] in
          let state = DiscoveryState(type: type, publication: publication) {
            .random(in: 0..<$0)
          }
          DiscoveryThread(
            state, interfaces: interfaces, stop: stop, events: continuation, log: log
          ).run()
          done.resume()
        }
      }
    } onCancel: {
      stop.call()
    }
  }
}
