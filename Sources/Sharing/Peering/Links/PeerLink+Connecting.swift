import Sync
import System

/// Connects to another device at an address, for a session or a pairing.
extension PeerLink {
  /// Connects to another device and greets it within a time limit. Tries each address of the host in turn.
  ///
  /// `peer` is the wanted device, or nil for any. `secrets` returns the secret shared with a device. A cancelled call
  /// throws `cancelled`.
  package static func connect(
    to endpoint: PeerEndpoint, as device: String, for purpose: PeerPurpose, peer: String?,
    secrets: @escaping PeerSecrets, within limit: Duration = .seconds(10),
    random: () -> UInt64 = { .random(in: .min ... .max) }
  ) async throws(PeerLinkError) -> PeerLink {
    let hello = PeerHello(
      device: device, nonce: PeerSecret.randomBytes(PeerHello.nonceBytes, random), purpose: purpose)
    let end = ContinuousClock.now + limit
    let core: LinkCore
    do throws(SocketFailure) {
      core = try LinkCore(PeerConnection(connecting: hello, to: peer, secrets: secrets)) {
        wakeUp throws(PeerLinkError) in try endpoint.connect(until: end, wakeUp)
      }
    } catch {
      throw .unreachable("\(endpoint)", reason: error.reason)
    }
    // A name look-up cannot be interrupted, so the call returns without waiting for it.
    let timer = Task.after(limit) { core.end(because: .timedOut("\(endpoint)")) }
    defer { timer.cancel() }
    do throws(PeerLinkError) {
      guard case .greeted(let greeting)? = try await core.receive().first else { throw .notAPeer }
      return PeerLink(greeting, core)
    } catch {
      core.end(because: error)
      throw error
    }
  }
}

extension PeerEndpoint {
  /// Connects to one of the host's addresses, on the calling thread. Gives up at a time, or when woken.
  fileprivate func connect(
    until end: ContinuousClock.Instant, _ wakeUp: WakeUp
  ) throws(PeerLinkError) -> Socket {
    var failure = SocketFailure(reason: "it has no address")
    do throws(SocketFailure) {
      let addresses = try SocketAddress.all(of: host, port: port)
      for (index, address) in addresses.enumerated() {
        // Each address gets a share of the remaining time, so that a silent one does not use up all of it.
        let share = (end - .now) / (addresses.count - index)
        do throws(SocketFailure) {
          return try Socket.connected(to: address, until: .now + share, wakeUp)
        } catch {
          failure = error
        }
      }
    } catch {
      failure = error
    }
    throw .now >= end ? .timedOut("\(self)") : .unreachable("\(self)", reason: failure.reason)
  }
}
