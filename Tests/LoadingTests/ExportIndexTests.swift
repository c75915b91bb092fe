import ActionItems
import Testing

@testable import Loading

@Suite struct ExportIndexTests {
  @Test func `messages beyond the limit of conversations are nobody's, and are counted`() throws {
    let sink = RecordingSink()
    let order = InputOrder(sink, jobs: 1, nil)
    defer { order.close() }
    let context = LoadingContext(options: .testing, sink: order.sink, order: order)
    let format = try #require(ConversationLoader.formats.first)
    var index = ExportIndex<Conversation.Kind>(context, format)
    let limit = RecordIndex.conversationLimit
    for number in 0..<limit { index.declare("\(number)", .public) }
    for (name, messages) in [("one", 2), ("other", 1), ("empty", 0)] {
      let number = index.declare(name, .direct)
      #expect(number == limit)
      // A public file says nothing about the others.
      index.update(number) { $0 = .public }
      for place in 0..<messages { index.add(number, time: nil, offset: place) }
    }
    #expect(index.details[limit] == .direct)
    try index.runSecondPass(onlyFilled: true) { id, kind in
      let conversation = Conversation(id: id, title: id, platform: "p", kind: kind)
      return ConversationReading(conversation: conversation) { _, _ in
        .message(MessageDraft(sender: nil, text: "hi"))
      }
    }
    try order.drain()
    let found = try #require(sink.loaded.first)
    #expect(sink.loaded.count == 1 && found.messages.count == 3)
    #expect(found.conversation.id.hasSuffix(":beyond-\(limit)"))
    #expect(found.conversation.title == nil && found.conversation.kind == .direct)
    #expect(found.report?.warnings.first == "\(RecordIndex.overflowWarning(3))")
  }
}
