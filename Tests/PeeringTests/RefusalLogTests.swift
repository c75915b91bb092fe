import Testing

@testable import Peering

@Suite struct RefusalLogTests {
  @Test func `each kind of refusal is reported once a minute with its count`() {
    var log = RefusalLog()
    let start = ContinuousClock.now
    func note(_ kind: RefusalLog.Kind, _ seconds: Int) -> String? {
      log.note(kind, from: "10.0.0.1", at: start + .seconds(seconds))
    }
    #expect(
      note(.silent, 0)
        == "a connection from 10.0.0.1 was refused: it did not authenticate in time")
    for second in 1..<60 { #expect(note(.silent, second) == nil) }
    #expect(note(.garbage, 30) != nil)
    #expect(note(.silent, 60)?.hasSuffix(" (and 59 before it)") == true)
    #expect(note(.silent, 61) == nil)
    #expect(note(.silent, 121)?.hasSuffix(" (and 1 before it)") == true)
  }
}
