import ItemRecords

/// Recognises messages that address the model instead of people (prompt injection).
///
/// These messages may be ordinary chat about models. They are still read, but are not accepted as evidence for other
/// messages. Developers talk about JSON and extraction all day, so these words count only if the same sentence
/// addresses a model.
enum PromptImitation {
  /// Returns whether a message imitates the prompt, its answer format or an instruction to a model.
  static func stands(in text: NormalisedText) -> Bool {
    let bytes = text.bytes
    if namesLine(bytes) { return true }
    let joined = withoutSpaceAfterBrackets(bytes)
    if marks.contains(where: { holds($0, joined[...], ends: .anywhere) }) { return true }
    if phrases.contains(where: { holds($0, bytes[...], ends: .asWords) }) { return true }
    let hasCommand = commands.contains { command in
      command.verbs.contains { holds($0, bytes[...], ends: .asWords) }
        && command.objects.contains { holds($0, bytes[...], ends: .asBeginnings) }
    }
    return hasCommand || sentences(bytes).contains(where: speaksToModel)
  }

  /// Folded pieces of this tool's prompt and of answers: without quotation marks, and without spaces around dashes.
  private static let marks: [[UInt8]] = bytes([
    "=====chat", "===user===", "=== user ===", "messageid", "message_id", "{task", "{items",
    "[{task", "<system>", "<|im_start|>", "[inst]", "### instruction",
  ])
  private static let phrases: [[UInt8]] = bytes(["system prompt", "as an ai", "you are an ai"])

  private struct Command {
    let verbs: [[UInt8]]
    let objects: [[UInt8]]
  }

  /// Instructions to a model, as verbs and their objects.
  private static let commands: [Command] = [
    Command(
      verbs: bytes([
        "ignore", "disregard", "forget", "override", "instead of", "ignoriere", "vergiss",
      ]),
      objects: bytes([
        "instruction", "previous", "earlier message", "other message", "the rules", "prompt",
        "everything above", "anweisung", "vorherige",
      ])),
    Command(
      verbs: bytes([
        "output", "respond with", "reply with", "answer with", "return only", "add an", "add the",
        "record", "write down", "list only", "report only", "create an", "gib",
      ]), objects: bytes(["action item", "to-do list", "todo list", "aufgabenliste"])),
  ]

  // MARK: - Sentences that address a model

  /// Words that are common in talk about software.
  private static let ambiguous: [[UInt8]] = bytes(["json", "extract", "the items"])
  /// Words that address a model in the same sentence.
  private static let addresses: [[UInt8]] = bytes([
    "bot", "assistant", "model", "llm", "you must", "assistent", "du musst",
  ])
  private static let models: [[UInt8]] = bytes(["language model", "sprachmodell"])
  /// Words that address a model in a sentence about a language model.
  private static let modelAddresses: [[UInt8]] = bytes([
    "bot", "assistant", "you must", "you are", "assistent", "du musst", "du bist",
  ])

  private static func speaksToModel(_ sentence: ArraySlice<UInt8>) -> Bool {
    func has(_ words: [[UInt8]]) -> Bool {
      words.contains { holds($0, sentence, ends: .asWords) }
    }
    return has(ambiguous) && has(addresses) || has(models) && has(modelAddresses)
  }

  private static func sentences(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "!") || $0 == UInt8(ascii: "?") }
  }

  // MARK: - Bytes

  private static func bytes(_ words: [String]) -> [[UInt8]] { words.map { Array($0.utf8) } }

  private enum Ends {
    /// Anywhere, also within words.
    case anywhere
    /// At the beginning of a word.
    case asBeginnings
    /// As whole words.
    case asWords
  }

  private static func holds(_ wanted: [UInt8], _ text: ArraySlice<UInt8>, ends: Ends) -> Bool {
    guard let first = wanted.first, text.count >= wanted.count else { return false }
    for index in text.startIndex...(text.endIndex - wanted.count) where text[index] == first {
      let end = index + wanted.count
      guard text[index..<end].elementsEqual(wanted) else { continue }
      let begins = index == text.startIndex || !NormalisedText.isWordByte(text[index - 1])
      let stops = end == text.endIndex || !NormalisedText.isWordByte(text[end])
      switch ends {
      case .anywhere: return true
      case .asBeginnings: if begins { return true }
      case .asWords: if begins, stops { return true }
      }
    }
    return false
  }

  /// Removes spaces after brackets: `{ "task"` folds to `{ task` and has to match `{task`.
  private static func withoutSpaceAfterBrackets(_ bytes: [UInt8]) -> [UInt8] {
    var joined: [UInt8] = []
    joined.reserveCapacity(bytes.count)
    for byte in bytes {
      let isAfterBracket = joined.last == UInt8(ascii: "{") || joined.last == UInt8(ascii: "[")
      if byte != 0x20 || !isAfterBracket { joined.append(byte) }
    }
    return joined
  }

  /// Returns whether a text contains a short id in brackets, such as `[m12]`.
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
