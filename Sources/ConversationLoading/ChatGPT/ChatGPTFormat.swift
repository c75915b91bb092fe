import ActionItemModel
import JSONText

/// ChatGPT's conversations as OpenAI exports them: trees, of which the branch last shown counts.
struct ChatGPTFormat: ConversationFormat {
  let description = FormatDescription(
    name: "chatgpt", platform: "chatgpt", title: "ChatGPT export",
    reads: "the zip, or conversations.json",
    howToExport: "ChatGPT: Settings > Data controls > Export data > Confirm export.")

  func recognizes(_ sample: FormatSample) -> Bool {
    guard let json = sample.json, json.keys["mapping"] == .object else { return false }
    // Behind a long tree the other keys lie beyond the sample.
    return json.has("title") || json.has("current_node") || json.has("create_time")
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    var index = ExportIndex<ChatGPTTree>(context)
    try index.scan(file) { stream, part, index in
      guard try stream.peek() == .array else {
        try scanConversation(&stream, part, &index, number: 0)
        return try stream.finish()
      }
      try stream.beginArray()
      var number = 0
      while try stream.nextElement() {
        guard try stream.peek() == .object else {
          index.skip(.notAMessage, in: "")
          try stream.skipValue()
          continue
        }
        try scanConversation(&stream, part, &index, number: number)
        number += 1
      }
      try stream.finish()
    }
    try index.handOutObjects(
      as: description,
      conversation: { _, tree in
        let made =
          context.options.conversationId
          ?? ConversationIdentity.made(platform: description.platform, title: tree.title)
        return Conversation(
          id: tree.id.map { "chatgpt:\($0)" } ?? made, title: tree.title,
          platform: description.platform,
          hasMadeId: tree.id == nil && context.options.conversationId == nil)
      },
      { json, _, _ throws(JSONError) in try ChatGPTNode(reading: &json).outcome })
  }

  private func scanConversation(
    _ stream: inout JSONStream, _ part: JoinedFiles.Part,
    _ index: inout ExportIndex<ChatGPTTree>, number: Int
  ) throws {
    let name = "#\(number)"
    var tree = ChatGPTTree()
    // Of a tree that breaks off, what is there is read.
    defer {
      index.declare(name, tree)
      for offset in tree.branch { index.add(name, time: nil, offset: offset) }
      index.skip(.otherBranch, in: name, tree.messagesBesideBranch)
      tree.forgetNodes()
      index.update(name, tree)
    }
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
          _ = try stream.peek()
          let offset = part.start + stream.offset
          do {
            let node = try stream.value { reader throws(JSONError) in
              try ChatGPTTree.Node(reading: &reader, offset: offset)
            }
            tree.add(node, id: id)
          } catch let error as JSONError where error.reason != .endOfText {
            if case .tooLong = error.reason {
              index.skip(.tooLong, in: name)
            } else {
              index.skip(.malformed, in: name)
            }
            index.note(error, path: part.path)
            try stream.skipValue()
          }
        }
      default: try stream.skipValue()
      }
    }
  }
}

/// One conversation's tree, as far as the first pass needs it.
struct ChatGPTTree {
  var id: String?
  var title: String?
  var current: String?
  private var nodes: [String: Node] = [:]
  private var last: String?

  /// A place in the tree.
  struct Node {
    let offset: Int
    fileprivate var parent: String?
    /// Whether there is a message: the root has none.
    fileprivate var hasMessage = false

    init(reading reader: inout JSONReader, offset: Int) throws(JSONError) {
      self.offset = offset
      guard try reader.peek() == .object else {
        try reader.skipValue()
        return
      }
      try reader.beginObject()
      while let key = try reader.nextKey() {
        switch key {
        case "parent": parent = try reader.readIfString()
        case "message":
          hasMessage = try reader.peek() == .object
          try reader.skipValue()
        default: try reader.skipValue()
        }
      }
    }
  }

  mutating func add(_ node: Node, id: String) {
    nodes[id] = node
    if node.hasMessage { last = id }
  }

  mutating func forgetNodes() { nodes = [:] }

  /// Where the messages stand from the root to the node that was shown last; to the last one of the
  /// file, where it does not tell.
  var branch: [Int] {
    var offsets: [Int] = []
    var seen: Set<String> = []
    var next = current.flatMap { nodes[$0] == nil ? nil : $0 } ?? last
    while let id = next, let node = nodes[id], seen.insert(id).inserted {
      if node.hasMessage { offsets.append(node.offset) }
      next = node.parent
    }
    return offsets.reversed()
  }

  /// Messages that lie on other branches: questions that were asked anew, answers that were given again.
  var messagesBesideBranch: Int { nodes.values.count(where: \.hasMessage) - branch.count }
}
