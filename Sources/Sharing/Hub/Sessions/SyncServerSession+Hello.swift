import CivilTime
import Encoding
import Networking
import Sync

/// Handles the frames `connect` and `auth`: authenticates a client, sends the welcome, and starts to send changes.
extension SyncServerSession {
  mutating func takeHello(_ frame: SyncFrame, _ wall: Timestamp) {
    // Another token would not belong to the person who was admitted with this device.
    if device != nil { return }
    let payload = frame.payloadValue
    do throws(TokenProblem) {
      guard try isAllowed(payload, wall) else {
        return refuseKey("the key is wrong", "not authenticated")
      }
    } catch {
      return refuseKey("\(error)")
    }
    let given = payload["device_id"]?.string.flatMap { id in
      id.isEmpty || id.utf8.count > SyncFrame.longestID ? nil : id
    }
    switch (state, frame.type) {
    case (.greeting, "connect") where !saysHowFar(payload):
      state = .tunnelled(device: given)
      send("connected", nil, ["tunnel_id": payload["tunnel_id"] ?? .null, "restored": false])
    case (.greeting, _): admit(given, isTunnel: frame.type == "connect", payload)
    case (.tunnelled(let device), "auth"): admit(given ?? device, isTunnel: false, payload)
    default: break  // a repeated greeting
    }
  }

  /// Whether a client has proved its access. A proof in `connect` is valid for the following `auth` too.
  private mutating func isAllowed(
    _ payload: JSONValue, _ wall: Timestamp
  ) throws(TokenProblem) -> Bool {
    if settings.isOpen { return true }
    // A key in the frame overrides that of the upgrade request, since it may be another.
    if let key = payload["auth_key"]?.string {
      guard let access = try settings.access(key, at: wall) else { return false }
      self.access = access
      return true
    }
    if case .tunnelled = state { return true }
    return hasBearer
  }

  /// Sends the reason why a client is refused, and ends the session.
  mutating func refuseKey(_ problem: String, _ reason: String? = nil) {
    send("auth.error", nil, ["message": .string(problem)])
    end(.policyViolation, reason ?? problem)
  }

  /// Whether a client reports its position.
  ///
  /// Earlier versions did so in `connect`, never sent an `auth`, and sent items right after `connected`. They are
  /// admitted with `connect`, which has the key.
  private func saysHowFar(_ payload: JSONValue) -> Bool {
    payload["store_id"] != nil || payload["engine_sequence"] != nil
  }

  private mutating func admit(_ given: String?, isTunnel: Bool, _ payload: JSONValue) {
    let device = given ?? random.uuid()
    state = .known(device: device)
    isRemembered = given != nil
    knowsFields = payload["capabilities"]?.array?.contains("fields") ?? false
    requests.append(.welcome(device: device, isNamed: given != nil))
    takeChannels(ofHello: payload, nil)
    welcome(device, isTunnel: isTunnel, payload)
    follow(payload)
    askForMissing(device, payload)
  }

  private mutating func welcome(_ device: String, isTunnel: Bool, _ payload: JSONValue) {
    // Announces `write`, so that a client repeats changes that were refused for a read-only token.
    let capabilities: [JSONValue] =
      ["batch", "fields", "sync.position"] + (access.mayWrite ? ["write"] : [])
    let tunnel = isTunnel ? payload["tunnel_id"] ?? .null : JSONValue?.none
    send(
      isTunnel ? "connected" : "auth.success", nil,
      JSONValue(present: [
        "device_id": .string(device), "restored_subscriptions": .texts(channels.names),
        "capabilities": .array(capabilities), "store_id": .string(store),
        "sequence": .int(lastSequence), "taken": known(device)?.value, "tunnel_id": tunnel,
        "restored": tunnel.map { _ in false },
      ]))
  }

  /// A client that reports its position in the hub's journal gets all changes after it. Others get the changes after
  /// the sequence number in their welcome.
  private mutating func follow(_ payload: JSONValue) {
    var (after, checksum): (Int, UInt32?) = (lastSequence, nil)
    if let sequence = payload["engine_sequence"]?.int {
      keepsPosition = true
      after = 0
      if payload["engine_store_id"]?.string == store {
        if sequence <= lastSequence {
          after = max(0, sequence)
          checksum = payload["engine_checksum"]?.checksum
        } else {
          restored("the cursor is at line \(sequence), but the store ends at line \(lastSequence)")
        }
      }
    }
    follow(after: after, checksum: checksum)
    isAtEnd = false
    feedIfDue(true)
  }

  /// Tells the client that this store was restored to an earlier state: everything is sent again. The client may have
  /// changes that were lost here.
  mutating func restored(_ reason: String) {
    guard let device else { return }
    requests.append(.warn("\(device) has a cursor beyond the end of this store: \(reason)"))
    send("sync.reset", nil, ["store_id": .string(store), "reason": .string(reason)])
  }

  /// Asks a client for acknowledged changes that are missing here, because this store was restored to an earlier state
  /// or is another one.
  private mutating func askForMissing(_ device: String, _ payload: JSONValue) {
    guard let claimed = payload["sequence"]?.int, let store = payload["store_id"]?.string else {
      return
    }
    let place = known(device)
    let here = place?.store == store ? place?.sequence ?? 0 : 0
    guard claimed > here else { return }
    send(
      "sync.request", nil,
      ["reason": "acknowledged changes are missing here", "since": .int(here)])
  }
}
