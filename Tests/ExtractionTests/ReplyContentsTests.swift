import Testing

@testable import Extraction

@Suite struct ReplyContentsTests {
  @Test(arguments: [
    ("stop", false, false), ("length", true, true), (nil, false, true), (nil, true, true),
  ])
  func `an open bracket is a cut only if the model did not end its answer`(
    finishReason: String?, isAtLimit: Bool, isCut: Bool
  ) {
    for text in ["The items are: [", "{", "{\"items\":nul"] {
      var reply = WindowReply(text: text, isCut: isAtLimit)
      reply.finishReason = finishReason
      switch ReplyContents(reply) {
      case .whole: Issue.record("\(text)")
      case .cut: #expect(isCut, "\(text)")
      case .damaged(let damaged):
        #expect(!isCut, "\(text)")
        #expect(damaged.problem.hasPrefix("the reply is not JSON"), "\(text)")
      }
    }
  }
}
