/// An event that `PeerConnection` (below), the protocol between two devices, reads from the other device's bytes.
/// `PeerSecrets`, at the end, is the function that returns the secret shared with a device.
enum PeerEvent: Hashable {
  case greeted(Greeting)
  case text([UInt8])
  /// The other device said goodbye, and was answered.
  case closed
  case failed(PeerLinkError)
}

/// The protocol of a connection between two devices, without socket or clock: takes bytes, returns events and bytes.
///
/// The initiator sends its hello and gets one back. Both sides derive keys from the two hellos. The initiator proves
/// first that it has the right key, with the first sealed frame. Before that, the responder sends nothing sealed.
struct PeerConnection {
  /// The frame that is expected next.
  private enum State {
    case hello
    case confirm(Greeting)
    case open
    /// No frame, after a goodbye or an error.
    case over
  }

  /// The role of this side, with what its greeting needs.
  private enum Role {
    case initiator(PeerHello, to: String?, PeerSecrets)
    case responder(device: String, nonce: [UInt8], PeerSecrets)
  }

  private let role: Role
  private var state = State.hello
  private var reader = FrameReader(limit: PeerHello.longest)
  private var keys: (sealer: FrameSealer, opener: FrameOpener)?
  private(set) var output: [UInt8] = []
  /// Whether this side has said goodbye.
  private(set) var isClosing = false
  /// Whether the other side has said goodbye.
  private(set) var isClosed = false

  private static let confirm = Array(#"{"type":"confirm"}"#.utf8)
  private static let goodbye = Array(#"{"type":"goodbye"}"#.utf8)

  /// Connects to one device, or to any that shares a secret with this one.
  init(connecting hello: PeerHello, to peer: String?, secrets: @escaping PeerSecrets) {
    role = .initiator(hello, to: peer, secrets)
    say(hello.bytes)
  }

  init(answeringAs device: String, nonce: [UInt8], secrets: @escaping PeerSecrets) {
    role = .responder(device: device, nonce: nonce, secrets)
  }

  // MARK: - Sending

  /// Queues a text to be sent; returns false if it is too long. After goodbye nothing is sent.
  mutating func send(_ text: [UInt8]) -> Bool {
    guard text.count <= FrameSealer.longestText else { return false }
    if case .open = state, !isClosing { seal(text) }
    return true
  }

  mutating func close() {
    guard case .open = state, !isClosing else { return }
    seal(Self.goodbye)
    isClosing = true
  }

  /// Refuses a device that has not proved itself.
  mutating func refuse(_ refusal: PeerRefusal) {
    state = .over
    say(refusal.bytes)
  }

  mutating func takeOutput() -> [UInt8] {
    defer { output = [] }
    return output
  }

  private mutating func say(_ text: [UInt8]) {
    output += FrameReader.header(text.count) + text
  }

  private mutating func seal(_ text: [UInt8]) { keys?.sealer.seal(text, to: &output) }

  // MARK: - Receiving

  mutating func receive(_ bytes: UnsafeRawBufferPointer) -> [PeerEvent] {
    reader.append(bytes)
    var events: [PeerEvent] = []
    while true {
      if case .over = state { return events }
      do throws(PeerLinkError) {
        guard let more = try takeFrame() else { return events }
        events += more
      } catch {
        state = .over
        events.append(.failed(error))
      }
    }
  }

  /// The error if the bytes end here; nil after goodbye.
  var endError: PeerLinkError? {
    switch state {
    case .over: isClosed ? nil : .broken("it was closed")
    case .hello, .confirm: .broken("it was closed during the handshake")
    case .open: .broken("the other device closed it without a goodbye")
    }
  }

  /// The events of the next frame; nil if no frame is complete.
  private mutating func takeFrame() throws(PeerLinkError) -> [PeerEvent]? {
    var frame: [UInt8]
    switch reader.next() {
    case .nothing: return nil
    case .tooLong:
      if case .open = state { throw .tampered }
      throw .notAPeer
    case .frame(let bytes): frame = bytes
    }
    switch state {
    case .hello: try greet(frame)
    case .confirm(let greeting):
      let isProven = keys?.opener.open(&frame) == true && frame == Self.confirm
      guard isProven else { throw unproven(frame, greeting) }
      if !greeting.isInitiator { seal(Self.confirm) }
      reader.limit = FrameSealer.longest
      state = .open
      return [.greeted(greeting)]
    case .open:
      guard keys?.opener.open(&frame) == true else { throw .tampered }
      guard frame == Self.goodbye else { return [.text(frame)] }
      close()
      isClosed = true
      state = .over
      return [.closed]
    case .over: break
    }
    return []
  }

  private mutating func greet(_ frame: [UInt8]) throws(PeerLinkError) {
    switch role {
    case .initiator(let ours, let peer, let secrets):
      let theirs = try PeerHello(frame, purpose: ours.purpose)
      guard theirs.device != ours.device else { throw .ownDevice }
      guard peer == nil || theirs.device == peer, let secret = secrets(theirs.device, ours.purpose)
      else { throw .otherDevice(theirs.device) }
      let greeting = Greeting(ours: ours, theirs: theirs, isInitiator: true)
      keys = greeting.keys(secret)
      seal(Self.confirm)
      state = .confirm(greeting)
    case .responder(let device, let nonce, let secrets):
      let theirs: PeerHello
      do throws(PeerLinkError) {
        theirs = try PeerHello(frame, purpose: nil)
      } catch {
        if case .version = error { refuse(.version) }
        throw error
      }
      let ours = PeerHello(device: device, nonce: nonce, purpose: theirs.purpose)
      say(ours.bytes)
      let greeting = Greeting(ours: ours, theirs: theirs, isInitiator: false)
      // An unknown device gets a random key, so that it fails at the same step as one with a wrong key.
      let secret = theirs.device == device ? nil : secrets(theirs.device, theirs.purpose)
      keys = greeting.keys(secret ?? PeerSecret(PeerSecret.randomBytes(PeerSecret.keyBytes)))
      state = .confirm(greeting)
    }
  }

  private mutating func unproven(_ frame: [UInt8], _ greeting: Greeting) -> PeerLinkError {
    if !greeting.isInitiator {
      refuse(.key)
    } else if let refusal = PeerRefusal(frame) {
      return refusal.error(greeting.purpose)
    }
    return .unproven(greeting.purpose)
  }
}

/// Returns the secret shared with the device at the other end: a pair's key or the words of a pairing; nil for none.
package typealias PeerSecrets = @Sendable (_ device: String, _ purpose: PeerPurpose) -> PeerSecret?
