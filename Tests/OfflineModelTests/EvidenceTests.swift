import OfflineModel
import Testing
import Windowing

@Suite struct EvidenceTests {
  @Test(
    "a window shows a sign where work may have been left to somebody",
    arguments: [
      ("promise", "Ben: I'll send the report tomorrow", true),
      ("opinion, which is no item yet", "Ben: we need to fix the context definitions", true),
      ("a note of an action", "Ben: ACTION: Anna to send the report", true),
      ("refused", "Anna: Ben, can you send the report?\nBen: no, sorry, I can't", false),
      ("small talk", "Ben: good morning\nAnna: hi", false),
      ("going away", "Ben: I have to go now, see you tomorrow", false),
    ])
  func signs(name: String, talk: String, isSign: Bool) {
    let evidence = Talk.reader.evidence(in: Talk(talk).window)
    #expect(
      ((evidence ?? -.infinity) >= OfflineReader.sign) == isSign, "\(name): \(evidence ?? .nan)")
  }

  @Test func `what is context is no reason to ask`() {
    var window = Talk("Ben: I'll send the report tomorrow\nAnna: good").window
    window.lines[0].isNew = false
    #expect(Talk.reader.evidence(in: window) == nil)
  }
}
