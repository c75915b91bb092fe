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
    var index = ExportIndex<ChatGPTTree>(context, description)
    try index.scan(file) { stream, part, index in
      guard try stream.peek() == .array else {
        return try scanConversation(&stream, part, &index, number: 0)
      }
      try stream.beginArray()
      var number = 0
      while try stream.nextElement() {
        guard try stream.peek() == .object else {
          index.skip(.notAMessage)
          try stream.skipValue()
          continue
        }
        try scanConversation(&stream, part, &index, number: number)
        number += 1
      }
    }
    try index.handOutObjects(
      { [options = context.options] _, tree in
        options.conversation(
          description, id: tree.id.map { "chatgpt:\($0)" }, title: tree.title)
      },
      { _ in { record, _ throws(JSONError) in try ChatGPTNode(record).outcome } })
  }

  private func scanConversation(
    _ stream: inout JSONStream, _ part: JoinedFiles.Part,
    _ index: inout ExportIndex<ChatGPTTree>, number: Int
  ) throws {
    let name = "#\(number)"
    var tree = ChatGPTTree()
    // Of a tree that breaks off, what is there is read.
    defer {
      let branch = tree.branch
      for offset in branch.offsets { index.add(name, time: nil, offset: offset) }
      index.skip(.otherBranch, in: name, branch.beside)
      tree.forgetNodes()
      index.update(name) { $0 = tree }
    }
    index.declare(name, tree)
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
            tree.add(
              .init(
                offset: offset, parent: node.string("parent"),
                hasMessage: node.has("message", .object)), id: id)
          } catch let error as JSONError where error.reason != .endOfText {
            index.lose(error, in: name, path: part.path)
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
    let parent: String?
    /// Whether there is a message: the root has none.
    let hasMessage: Bool
  }

  mutating func add(_ node: Node, id: String) {
    nodes[id] = node
    if node.hasMessage { last = id }
  }

  mutating func forgetNodes() { nodes = [:] }

  /// Where the messages stand from the root to the node that was shown last, or to the last one of the file where it
  /// does not tell; and how many lie on other branches: questions that were asked anew, answers that were given again.
  var branch: (offsets: [Int], beside: Int) {
    var offsets: [Int] = []
    var seen: Set<String> = []
    var next = current.flatMap { nodes[$0] == nil ? nil : $0 } ?? last
    while let id = next, let node = nodes[id], seen.insert(id).inserted {
      if node.hasMessage { offsets.append(node.offset) }
      next = node.parent
    }
    return (offsets.reversed(), nodes.values.count(where: \.hasMessage) - offsets.count)
  }
}
