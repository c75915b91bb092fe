import Encoding
import TestSupport
import Testing

@testable import Peering

@Suite struct PeerConnectionTests {
  @Test func `two devices with the same key can communicate`() throws {
    var dialogue = Dialogue()
    dialogue.run()
    guard case .greeted(let caller) = dialogue.heardByCaller.first,
      case .greeted(let answerer) = dialogue.heardByAnswerer.first
    else { throw PeerLinkError.notAPeer }
    #expect(caller.peer == Dialogue.other && caller.isInitiator && caller.purpose == .session)
    #expect(answerer.peer == Dialogue.one && !answerer.isInitiator)
    dialogue.caller.say("from the caller")
    dialogue.answerer.say("from the answerer")
    dialogue.run()
    #expect(dialogue.heardByAnswerer.last == .text(Array("from the caller".utf8)))
    #expect(dialogue.heardByCaller.last == .text(Array("from the answerer".utf8)))
  }

  @Test func `bytes may come one at a time`() {
    var dialogue = Dialogue()
    dialogue.caller.say("")
    for _ in 0..<4 {
      for byte in dialogue.caller.takeOutput() { _ = dialogue.answerer.receive([byte]) }
      for byte in dialogue.answerer.takeOutput() { _ = dialogue.caller.receive([byte]) }
    }
    dialogue.caller.say("text")
    var heard: [PeerEvent] = []
    for byte in dialogue.caller.takeOutput() { heard += dialogue.answerer.receive([byte]) }
    #expect(heard == [.text(Array("text".utf8))])
  }

  @Test func `goodbye is answered, and nothing is sent after it`() {
    var dialogue = Dialogue.greeted()
    dialogue.caller.say("last")
    dialogue.caller.close()
    dialogue.caller.say("too late")
    dialogue.run()
    #expect(dialogue.heardByAnswerer == [.text(Array("last".utf8)), .closed])
    #expect(dialogue.heardByCaller == [.closed])
    #expect(dialogue.caller.endError == nil && dialogue.answerer.endError == nil)
    dialogue.answerer.say("more")
    #expect(dialogue.answerer.output.isEmpty)
  }

  @Test func `an end without goodbye is detected wherever the bytes were cut`() {
    var dialogue = Dialogue.greeted()
    dialogue.caller.say("text")
    dialogue.caller.close()
    let bytes = dialogue.caller.takeOutput()
    for count in 0..<bytes.count {
      var answerer = dialogue.answerer
      let heard = answerer.receive(Array(bytes[..<count]))
      #expect(!heard.contains(.closed))
      #expect(answerer.endError != nil, "\(count) bytes")
    }
  }

  @Test(arguments: [PeerPurpose.session, .pairing])
  func `a wrong key or wrong words are refused before any sealed data is sent`(
    purpose: PeerPurpose
  ) {
    var dialogue = Dialogue(purpose: purpose, secrets: { _, _ in Dialogue.wrongKey })
    dialogue.run()
    #expect(dialogue.heardByAnswerer == [.failed(.unproven(purpose))])
    #expect(dialogue.heardByCaller == [.failed(.refused(purpose))])
    #expect(frames(dialogue.saidByAnswerer).count == 2)
    #expect(dialogue.saidByAnswerer.suffix(33) == PeerRefusal.key.bytes.suffix(33))
  }

  @Test func `an unpaired device gets exactly the bytes that a wrong key gets`() {
    func heard(_ purpose: PeerPurpose, _ secrets: @escaping PeerSecrets) -> [UInt8] {
      var dialogue = Dialogue(purpose: purpose, secrets: secrets)
      dialogue.run()
      return dialogue.saidByAnswerer
    }
    for purpose in [PeerPurpose.session, .pairing] {
      #expect(heard(purpose) { _, _ in nil } == heard(purpose) { _, _ in Dialogue.wrongKey })
    }
  }

  @Test func `a key is valid for one purpose only`() {
    // An attacker makes each side believe that the link has another purpose.
    var dialogue = Dialogue(secrets: { _, _ in Dialogue.key })
    dialogue.run { isCallers, bytes in
      isCallers ? swapped(bytes, "session", "pairing") : swapped(bytes, "pairing", "session")
    }
    #expect(dialogue.heardByAnswerer == [.failed(.unproven(.pairing))])
    #expect(!dialogue.heardByAnswerer.contains { $0.isGreeted })
    #expect(!dialogue.heardByCaller.contains { $0.isGreeted })
  }

  @Test(arguments: [true, false])
  func `an attacker in between cannot change ids or nonces`(isCallers: Bool) {
    let nonce = [UInt8](repeating: isCallers ? 1 : 2, count: 32)
    let device = isCallers ? Dialogue.one : Dialogue.other
    for (old, new) in [
      (Base64.string(nonce), Base64.string([UInt8](repeating: 9, count: 32))),
      (device, Dialogue.third),
    ] {
      var dialogue = Dialogue(to: nil, secrets: { _, _ in Dialogue.key })
      dialogue.run { $0 == isCallers ? swapped($1, old, new) : $1 }
      #expect(!dialogue.heardByAnswerer.contains { $0.isGreeted })
      #expect(!dialogue.heardByCaller.contains { $0.isGreeted })
    }
  }

  @Test func `two ids with the same concatenation have different keys`() {
    func keys(_ ours: String, _ theirs: String) -> [UInt8] {
      let nonce = [UInt8](repeating: 1, count: 32)
      var sealer = Greeting(
        ours: PeerHello(device: ours, nonce: nonce, purpose: .session),
        theirs: PeerHello(device: theirs, nonce: nonce, purpose: .session), isInitiator: true
      ).keys(Dialogue.key).sealer
      var bytes: [UInt8] = []
      sealer.seal([], to: &bytes)
      return bytes
    }
    #expect(keys("ab", "c") != keys("a", "bc"))
  }

  @Test func `a device's own frames are rejected when sent back to it`() {
    var caller = Dialogue().caller
    let hello = caller.takeOutput()
    #expect(caller.receive(hello) == [.failed(.ownDevice)])
    // With another id in it, the greeting depends on the key.
    caller = Dialogue(to: nil).caller
    #expect(caller.receive(swapped(caller.takeOutput(), Dialogue.one, Dialogue.other)) == [])
    let confirm = caller.takeOutput()
    #expect(caller.receive(confirm) == [.failed(.unproven(.session))])
    var dialogue = Dialogue.greeted()
    dialogue.caller.say("text")
    let text = dialogue.caller.takeOutput()
    #expect(dialogue.caller.receive(text) == [.failed(.tampered)])
  }

  @Test func `a recorded conversation opens nothing`() {
    var recorded = Dialogue()
    recorded.run()
    var answerer = PeerConnection(
      answeringAs: Dialogue.other, nonce: [UInt8](repeating: 5, count: 32),
      secrets: { _, _ in Dialogue.key })
    let heard = answerer.receive(recorded.saidByCaller)
    #expect(heard == [.failed(.unproven(.session))])
  }

  @Test func `a flipped bit ends the link`() {
    let dialogue = Dialogue.greeted()
    var caller = dialogue.caller
    caller.say("a text")
    let frame = caller.takeOutput()
    for index in frame.indices {
      var changed = frame
      changed[index] ^= 1
      var answerer = dialogue.answerer
      let heard = answerer.receive(changed)
      // Too small a length leaves bytes, and too large a one waits for more.
      #expect(heard == [.failed(.tampered)] || heard.isEmpty && index < 4, "byte \(index)")
      #expect(answerer.endError != nil)
      #expect(answerer.receive(frame).allSatisfy { $0 == .failed(.tampered) })
    }
  }

  @Test func `repeated, missing or reordered frames end the link`() {
    let dialogue = Dialogue.greeted()
    var caller = dialogue.caller
    for text in ["one", "two"] { caller.say(text) }
    let sent = frames(caller.takeOutput())
    let one = PeerEvent.text(Array("one".utf8))
    func heard(_ frames: [[UInt8]]) -> [PeerEvent] {
      var answerer = dialogue.answerer
      return frames.flatMap { answerer.receive($0) }
    }
    #expect(heard([sent[0], sent[0], sent[1]]) == [one, .failed(.tampered)])
    #expect(heard([sent[1], sent[0]]) == [.failed(.tampered)])
    #expect(heard([sent[0], sent[1]]) == [one, .text(Array("two".utf8))])
  }

  @Test func `a device other than the expected one is not greeted`() {
    var dialogue = Dialogue(to: Dialogue.third)
    dialogue.run()
    #expect(dialogue.heardByCaller == [.failed(.otherDevice(Dialogue.other))])
    var own = Dialogue(
      purpose: .pairing, to: nil, answeringAs: Dialogue.one, secrets: { _, _ in Dialogue.key })
    own.run()
    #expect(own.heardByCaller == [.failed(.ownDevice)])
    // It does not answer itself either if the caller omits the check.
    own = Dialogue(
      purpose: .pairing, device: Dialogue.other, to: nil, secrets: { _, _ in Dialogue.key })
    own.run { $0 ? $1 : swapped($1, Dialogue.other, Dialogue.third) }
    #expect(!own.heardByAnswerer.contains { $0.isGreeted })
  }

  @Test(
    arguments: [
      ("HTTP", Array("GET / HTTP/1.1\r\nHost: there\r\n\r\n".utf8)),
      ("TLS", [0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xFC, 0x03, 0x03]),
      ("SSH", Array("SSH-2.0-OpenSSH_9.6\r\n".utf8)),
      ("zeros", [UInt8](repeating: 0, count: 64)),
      ("4 GiB", [255, 255, 255, 255]),
      ("no JSON", framed("hello")), ("an array", framed("[]")), ("no hello", framed("{}")),
      ("deep", framed(String(repeating: "[", count: 4000))),
      ("no id", framed(#"{"type":"hello","protocolVersion":1}"#)),
      (
        "a path for an id",
        framed(
          #"{"type":"hello","protocolVersion":1,"deviceID":"../../../../etc/passwd/000000000000","#
            + #""nonce":"\#(Base64.string([UInt8](repeating: 1, count: 32)))","purpose":"session"}"#
        )
      ),
      (
        "a short nonce",
        framed(
          #"{"type":"hello","protocolVersion":1,"deviceID":"\#(Dialogue.one)","nonce":"AQID","#
            + #""purpose":"session"}"#)
      ),
    ] as [(String, [UInt8])])
  func `a client of another protocol receives nothing`(name: String, bytes: [UInt8]) {
    var dialogue = Dialogue()
    #expect(dialogue.answerer.receive(bytes) == [.failed(.notAPeer)], "\(name)")
    #expect(dialogue.answerer.output.isEmpty)
    #expect(dialogue.caller.receive(bytes) == [.failed(.notAPeer)], "\(name)")
  }

  @Test func `an unsupported version is named`() {
    let hello = framed(#"{"type":"hello","protocolVersion":2}"#)
    var dialogue = Dialogue()
    #expect(dialogue.caller.receive(hello) == [.failed(.version(2))])
    #expect(dialogue.answerer.receive(hello) == [.failed(.version(2))])
    var newer = Dialogue().caller
    #expect(newer.receive(dialogue.answerer.takeOutput()) == [.failed(.version(nil))])
  }

  @Test func `a busy device says so`() {
    var dialogue = Dialogue()
    dialogue.answerer.refuse(.busy)
    dialogue.run()
    #expect(dialogue.heardByCaller == [.failed(.busy)])
    #expect(dialogue.heardByAnswerer == [])
  }

  @Test func `a text may be as long as a frame, but not longer`() {
    var dialogue = Dialogue.greeted()
    let longest = [UInt8](repeating: 65, count: FrameSealer.longestText)
    dialogue.caller.say(String(decoding: longest, as: UTF8.self))
    let isSent = dialogue.caller.send(longest + [65])
    #expect(!isSent)
    dialogue.run()
    #expect(dialogue.heardByAnswerer == [.text(longest)])
    #expect(dialogue.answerer.receive([0, 16, 0, 1]) == [.failed(.tampered)])
  }

  @Test func `damaged greetings end in a refusal`() {
    let hello = Dialogue().caller.output
    var mutator = ByteMutator(
      seed: 27, tokens: [#""deviceID""#, "null", "session", "pairing", "{", "[", "\u{0}", "1e9"])
    for number in 0..<FuzzRounds.count(3000) {
      let bytes = mutator.mutant(number, of: hello)
      var dialogue = Dialogue()
      let heard = dialogue.answerer.receive(bytes)
      #expect(!heard.contains { $0.isGreeted })
      #expect(dialogue.answerer.output.count < 300)
      #expect(!dialogue.caller.receive(bytes).contains { $0.isGreeted })
    }
  }
}

extension PeerEvent {
  fileprivate var isGreeted: Bool {
    if case .greeted = self { true } else { false }
  }
}

/// Replaces one text in bytes with another of the same length.
private func swapped(_ bytes: [UInt8], _ old: String, _ new: String) -> [UInt8] {
  let old = Array(old.utf8)
  var bytes = bytes
  for start in 0..<max(0, bytes.count - old.count + 1) {
    if Array(bytes[start..<start + old.count]) == old {
      bytes.replaceSubrange(start..<start + old.count, with: new.utf8)
    }
  }
  return bytes
}
