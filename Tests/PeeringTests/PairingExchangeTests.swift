import Testing

@testable import Peering

@Suite struct PairingExchangeTests {
  private let words: PairingWords
  private let caller: Greeting
  private let answerer: Greeting

  init() throws {
    words = PairingWords { 5 }
    let words = words
    (caller, answerer) = try Self.greetings(words)
  }

  private static func greetings(
    _ words: PairingWords, purpose: PeerPurpose = .pairing
  ) throws -> (Greeting, Greeting) {
    var dialogue = Dialogue(
      purpose: purpose, to: nil, secret: words.secret, secrets: { _, _ in words.secret })
    dialogue.run()
    guard case .greeted(let caller) = dialogue.heardByCaller.first,
      case .greeted(let answerer) = dialogue.heardByAnswerer.first
    else { throw PeerLinkError.notAPeer }
    return (caller, answerer)
  }

  @Test func `both sides know each other and share a key afterwards`() throws {
    let one = PairingExchange(caller, words: words, deviceName: "kitchen")
    let other = PairingExchange(answerer, words: words, deviceName: "büro")
    let kept = try other.partner(one.message)
    let answered = try one.partner(other.message)
    #expect(kept.device == Dialogue.one && kept.deviceName == "kitchen")
    #expect(answered.device == Dialogue.other && answered.deviceName == "büro")
    #expect(kept.key == answered.key && kept.key.bytes.count == 32)
    #expect(kept.key != words.secret)
    let different = PairingExchange(caller, words: PairingWords { 6 }, deviceName: "kitchen")
    #expect(try different.partner(other.message).key != kept.key)
  }

  @Test(
    arguments: [
      "", "{}", #"{"type":"paired"}"#,
      #"{"type":"pair","deviceID":"\#(Dialogue.third)","deviceName":"a"}"#,
      #"{"type":"paired","deviceID":"\#(Dialogue.one)","deviceName":"a"}"#,
      #"{"type":"pair","deviceID":"\#(Dialogue.one)","deviceName":""}"#,
      #"{"type":"pair","deviceID":"\#(Dialogue.one)","deviceName":"a\u001b[2J"}"#,
      #"{"type":"pair","deviceID":"\#(Dialogue.one)"}"#,
    ])
  func `a device that does not identify itself properly is not paired`(text: String) {
    let exchange = PairingExchange(answerer, words: words, deviceName: "a")
    #expect(throws: PeerLinkError.self) { try exchange.partner(Array(text.utf8)) }
  }

  @Test func `a link for another purpose pairs no device`() throws {
    let (one, other) = try Self.greetings(words, purpose: .session)
    let message = PairingExchange(one, words: words, deviceName: "a").message
    let exchange = PairingExchange(other, words: words, deviceName: "b")
    #expect(throws: PeerLinkError.pairing("the connection is not for pairing")) {
      try exchange.partner(message)
    }
  }
}
