import Dispatch

/// Finds services of one kind in the networks that this machine is in, and publishes one of its own: DNS-based service
/// discovery (RFC 6763) over multicast DNS (RFC 6762), beside whoever else does so on this machine.
///
///     let loop = DiscoveryLoop(type: type, publication: publication)
///     async let running: Void = loop.run()
///     for await event in loop.events { … }
///
/// Whatever is found was said by strangers: it shows where to knock, and proves nothing. Other hosts cannot put more
/// into memory than a bounded number of services, or take more time than a bounded number of bytes in a second.
package final class DiscoveryLoop: Sendable {
  /// What there is to know; it ends when `run` does. Of what nobody takes for long, the last state is kept.
  package let events: AsyncStream<DiscoveryEvent>

  private let type: ServiceType
  private let publication: ServicePublication?
  private let interfaces: [String]
  private let log: @Sendable (String) -> Void
  private let continuation: AsyncStream<DiscoveryEvent>.Continuation
  private let stop = WakeUpCall()
  private let queue = DispatchQueue(label: "actionitems.discovery")

  private static let mostEvents = 1_024

  /// Finds services of a kind, and publishes one of that kind, or none. `interfaces` are the names of those to be used;
  /// none stands for all but the one of the machine to itself, which is used where there is no other.
  package init(
    type: ServiceType, publication: ServicePublication?, interfaces: [String] = [],
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    (self.type, self.publication, self.interfaces) = (type, publication, interfaces)
    self.log = log
    (events, continuation) = AsyncStream.makeStream(
      bufferingPolicy: .bufferingOldest(Self.mostEvents))
  }

  /// Does so until the task is cancelled; others are told then that the service is gone. To be called once.
  package func run() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { done in
        queue.async { [self] in
          let engine = DiscoveryEngine(type: type, publication: publication) {
            .random(in: 0..<$0)
          }
          DiscoveryThread(
            engine, interfaces: interfaces, stop: stop, events: continuation, log: log
          ).run()
          done.resume()
        }
      }
    } onCancel: {
      stop.call()
    }
  }
}
