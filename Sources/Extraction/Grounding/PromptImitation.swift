/// Recognises messages that speak to the model instead of to people.
///
/// Such a message may be chat about models all the same. So it is not kept from being read; only what
/// it says is not believed of other messages.
enum PromptImitation {
  /// Whether a message imitates the prompt, its form of answer or an instruction to a model.
  static func stands(in text: FoldedText) -> Bool {
    let bytes = text.bytes
    if marks.contains(where: { text.contains($0) }) || namesLine(bytes) { return true }
    return commands.contains { verbs, objects in
      verbs.contains { text.contains($0) } && objects.contains { text.contains($0) }
    }
  }

  /// Pieces of our own prompt and of answers, folded: without quotes, dashes without spaces.
  private static let marks: [[UInt8]] = [
    "=====chat", "===user===", "=== user ===", "messageid", "message_id", "{task", "{items",
    "[{task", "system prompt", "language model", "as an ai", "you are an ai", "<system>",
    "<|im_start|>", "[inst]", "### instruction", "sprachmodell",
  ].map { Array($0.utf8) }

  /// What a message tells a model to do, as verbs and as what they are about.
  private static let commands: [(verbs: [[UInt8]], objects: [[UInt8]])] = [
    (
      ["ignore", "disregard", "forget", "override", "instead of", "ignoriere", "vergiss"],
      [
        "instruction", "previous", "earlier message", "other message", "the rules", "prompt",
        "everything above", "anweisung", "vorherige",
      ]
    ),
    (
      [
        "output", "respond with", "reply with", "answer with", "return only", "add an", "add the",
        "record", "write down", "list only", "report only", "create an", "extract", "gib ",
      ],
      ["action item", "json", "to-do list", "todo list", "the items", "aufgabenliste"]
    ),
  ].map { (verbs: $0.0.map { Array($0.utf8) }, objects: $0.1.map { Array($0.utf8) }) }

  /// Whether a short id in brackets stands there, as `[m12]`.
  private static func namesLine(_ bytes: [UInt8]) -> Bool {
    var index = 0
    while index + 3 < bytes.count {
      if bytes[index] == UInt8(ascii: "["),
        bytes[index + 1] == UInt8(ascii: "m") || bytes[index + 1] == UInt8(ascii: "c")
      {
        var end = index + 2
        while end < bytes.count, bytes[end] &- UInt8(ascii: "0") < 10 { end += 1 }
        if end > index + 2, end < bytes.count, bytes[end] == UInt8(ascii: "]") { return true }
      }
      index += 1
    }
    return false
  }
}
