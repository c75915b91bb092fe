import ActionItems
import Encoding

/// ChatGPT conversations as exported by OpenAI: trees, of which the branch shown last is read.
struct ChatGPTFormat: ConversationFormat {
  let description = FormatDescription(
    name: "chatgpt", platform: "chatgpt", title: "ChatGPT export",
    reads: "the zip, or conversations.json",
    howToExport: "ChatGPT: Settings > Data controls > Export data > Confirm export.")

  func recognizes(_ json: JSONOutline) -> Bool {
    // After a long tree, the other keys lie beyond the sample.
    json.keys["mapping"] == .object
      && (json.has("title") || json.has("current_node") || json.has("create_time"))
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    var index = ExportIndex<ChatGPTTree>(context, description)
    try index.scan(file) { stream, part, index in
      guard try stream.peek() == .array else { return try Self.scan(&stream, part, &index) }
      try stream.forEachObject {
        try Self.scan(&$0, part, &index)
      } else: {
        index.skip(.notAMessage)
      }
    }
    try index.runSecondPassOverObjects(
      { [options = context.options] _, tree in
        options.conversation(
          description, id: tree.id.map { "chatgpt:\($0)" }, title: tree.title)
      },
      { _ in
        { record, _ throws(JSONError) in
          .message(ChatGPTMessage(message: try record.tree("message") ?? [:]).draft)
        }
      })
  }

  private static func scan(
    _ stream: inout JSONStream, _ part: ConcatenatedFiles.Part,
    _ index: inout ExportIndex<ChatGPTTree>
  ) throws {
    var tree = ChatGPTTree()
    let number = index.declare("#\(index.details.count)", tree)
    // A tree that is cut off is read as far as it goes.
    defer {
      let branch = tree.takeBranch()
      for offset in branch.offsets { index.add(number, time: nil, offset: offset) }
      index.skip(.otherBranch, in: number, branch.beside)
      index.update(number) { $0 = tree }
    }
    let buffer = RecordBuffer()
    try stream.beginObject()
    while let key = try stream.nextKey() {
      switch (key, try stream.peek()) {
      case ("title", _): tree.title = try stream.smallValue()?.text
      case ("id", _), ("conversation_id", _):
        tree.id = try stream.smallValue()?.text ?? tree.id
      case ("current_node", _): tree.current = try stream.smallValue()?.text
      case ("mapping", .object):
        try stream.beginObject()
        while let id = try stream.nextKey() {
          guard try stream.peek() == .object else {
            try stream.skipValue()
            continue
          }
          let offset = part.start + stream.offset
          do {
            let node = try stream.value { reader throws(JSONError) in try buffer.read(&reader) }
            tree.add(node, id: id, at: offset)
          } catch let error as JSONError where error.reason != .endOfText {
            index.lose(error, in: number, path: part.path)
            try stream.skipValue()
          }
        }
      default: try stream.skipValue()
      }
    }
  }
}

/// The part of a conversation's tree that the first pass needs.
struct ChatGPTTree {
  var id: String?
  var title: String?
  var current: String?
  /// The nodes with their offsets; the root has no message.
  private var nodes: [String: (offset: Int, parent: String?, hasMessage: Bool)] = [:]
  private var last: String?

  mutating func add(_ node: JSONRecord, id: String, at offset: Int) {
    let hasMessage = node.has("message", .object)
    nodes[id] = (offset, node.string("parent"), hasMessage)
    if hasMessage { last = id }
  }

  /// Returns the offsets of the messages from the root to the current node, and the number on other branches.
  ///
  /// Without a known current node, the branch ends at the last message of the file. Other branches come from edited
  /// questions and regenerated answers. The nodes are removed.
  mutating func takeBranch() -> (offsets: [Int], beside: Int) {
    var offsets: [Int] = []
    var beside = nodes.values.count(where: \.hasMessage)
    var next = current.flatMap { nodes[$0] == nil ? nil : $0 } ?? last
    // No node is visited twice, even if the parents form a cycle.
    while let id = next, let node = nodes.removeValue(forKey: id) {
      if node.hasMessage { offsets.append(node.offset) }
      next = node.parent
    }
    beside -= offsets.count
    nodes = [:]
    return (offsets.reversed(), beside)
  }
}

private struct ChatGPTMessage {
  let message: JSONValue

  var draft: MessageDraft {
    let role = message["author"]?["role"]?.text
    let isHidden = message["metadata"]?["is_visually_hidden_from_conversation"]?.bool ?? false
    var sender: MessageDraft.Sender?
    var kind = Message.Kind.bot
    switch role {
    case "user":
      sender = .init(id: "user", name: "User")
      kind = isHidden ? .system : .message
    case "assistant": sender = .init(id: "assistant", name: "ChatGPT")
    case "system", nil: kind = .system
    case let role?:
      let name = message["author"]?["name"]?.text ?? role
      sender = .init(id: name, name: name)
    }
    let time = message["create_time"]?.text
    return MessageDraft(
      id: message["id"]?.text, sender: sender, time: time.flatMap { GenericTimestamp.read($0) },
      written: time ?? "", text: text, kind: kind)
  }

  private var text: String {
    guard let content = message["content"] else { return "" }
    var lines = content["parts"].elements.compactMap { $0.text ?? $0["text"]?.text }
    // Code, its output, quoted pages, the user's profile and the model's reasoning.
    lines += content.texts(
      "title", "text", "result", "user_profile", "user_instructions", "content")
    lines += content["thoughts"].elements.compactMap { $0["content"]?.text }
    if lines.isEmpty { lines = message["metadata"]?["attachments"].attached("name") ?? [] }
    return lines.filledLines
  }
}
