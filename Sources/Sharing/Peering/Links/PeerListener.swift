import Dispatch
import System

/// Accepts connections of other devices on a port, and passes on those that have authenticated, in `links`.
///
/// Releasing the last reference stops it.
package final class PeerListener: Sendable {
  package let port: Int
  /// The connections after their greeting; the stream ends when the listener stops.
  package let links: AsyncStream<PeerLink>
  private let wakeUp: WakeUp
  private let continuation: AsyncStream<PeerLink>.Continuation

  /// The limits of unauthenticated connections.
  package struct Limits: Hashable, Sendable {
    /// The time limit for authentication.
    package var greeting: Duration = .seconds(10)
    /// The limit of unauthenticated connections.
    package var unauthenticated = 64
    /// The limit of unauthenticated connections from one address.
    package var unauthenticatedPerAddress = 8

    package init() {}
  }

  /// Starts to listen, over IPv4 and IPv6 unless an address is given. Port 0 lets the system choose.
  ///
  /// `secrets` is called on the listener's thread for the secret shared with a caller. `report` gets refusals, each
  /// kind at most once a minute.
  package init(
    as device: String, port: Int = 0, address: String? = nil, limits: Limits = Limits(),
    secrets: @escaping PeerSecrets, report: @escaping @Sendable (String) -> Void
  ) throws(PeerLinkError) {
    do throws(SocketFailure) {
      let socket = try Self.listen(address, port)
      self.port = try socket.port
      wakeUp = try WakeUp()
      (links, continuation) = AsyncStream.makeStream(of: PeerLink.self)
      let loop = ListenerLoop(
        socket, wakeUp: wakeUp, device: device, limits: limits, secrets: secrets, report: report,
        links: continuation)
      DispatchQueue(label: "actionitems.peer.listener").async { loop.run() }
    } catch {
      let place = address.map { PeerEndpoint(host: $0, port: port).map { "\($0)" } ?? $0 }
      throw .listening(place ?? "port \(port)", reason: error.reason)
    }
  }

  deinit { stop() }

  /// Stops listening. Connections that were handed over go on.
  package func stop() {
    continuation.finish()
    wakeUp.wake()
  }

  private static func listen(
    _ address: String?, _ port: Int
  ) throws(SocketFailure) -> Socket {
    var failure = SocketFailure(reason: "it has no address")
    // The first socket serves both families; some systems have no IPv6.
    for family: SocketAddress.Family in address == nil ? [.ipv6, .ipv4] : [.any] {
      do throws(SocketFailure) {
        if let place = try SocketAddress.all(of: address, port: port, family: family).first {
          return try Socket.listening(at: place, withIPv4: address == nil && family == .ipv6)
        }
      } catch {
        failure = error
      }
    }
    throw failure
  }
}
