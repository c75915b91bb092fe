import Encoding

/// Turns the blocks, attachments and files of a Slack message into plain text, for `SlackMessageReader`.
struct SlackBlocks {
  let markup: SlackMarkup

  private static let depthLimit = 16

  private func plain(_ value: JSONValue?) -> String { markup.plain(value?.string ?? "") }

  func plain(blocks: JSONValue) -> String { (blocks.array ?? []).map { block($0) }.filledLines }

  private func block(_ block: JSONValue) -> String {
    switch block["type"]?.string {
    case "rich_text": return block["elements"].elements.map { richText($0, depth: 0) }.filledLines
    case "section", "header":
      return ([textObject(block["text"])] + block["fields"].elements.map { textObject($0) })
        .filledLines
    case "context":
      return block["elements"].elements.map { textObject($0) }
        .filter { !$0.isEmpty }.joined(separator: " ")
    case "markdown": return block["text"]?.string ?? ""
    case "image": return textObject(block["title"])
    case "call", "divider", "actions", "input", "file": return ""
    case "table":
      return block["rows"].elements.map { row in
        (row.array ?? []).map { cell in
          cell["type"]?.string == "rich_text" ? self.block(cell) : textObject(cell)
        }.joined(separator: " | ")
      }.filledLines
    default:
      let text = textObject(block["text"])
      return text.isEmpty ? leaves(block, depth: 0) : text
    }
  }

  /// Returns all texts in a block of unknown type, in order.
  private func leaves(_ value: JSONValue, depth: Int) -> String {
    guard depth < Self.depthLimit else { return "" }
    if let elements = value.array {
      return elements.map { leaves($0, depth: depth + 1) }.filledLines
    }
    return (value.object ?? []).map { member in
      if member.key == "text", let text = member.value.string { return markup.plain(text) }
      return leaves(member.value, depth: depth + 1)
    }.filledLines
  }

  /// Reads `{"type": "mrkdwn", "text": …}`, or a plain string as in older messages.
  private func textObject(_ value: JSONValue?) -> String {
    plain(value?.string == nil ? value?["text"] : value)
  }

  private func richText(_ element: JSONValue, depth: Int) -> String {
    guard depth < Self.depthLimit else { return "" }
    let children = element["elements"].elements
    switch element["type"]?.string {
    case "rich_text_section", "rich_text_preformatted":
      return children.map { inline($0) }.joined()
    case "rich_text_quote": return children.map { inline($0) }.joined().quoted()
    case "rich_text_list":
      let isOrdered = element["style"]?.string == "ordered"
      let indent = String(repeating: "  ", count: min(max(element["indent"]?.int ?? 0, 0), 8))
      return children.enumerated().map { number, child in
        indent + (isOrdered ? "\(number + 1). " : "- ") + richText(child, depth: depth + 1)
      }.joined(separator: "\n")
    default: return inline(element)
    }
  }

  private func inline(_ element: JSONValue) -> String {
    func text(_ key: String) -> String { element[key]?.string ?? "" }
    switch element["type"]?.string {
    case "link":
      let (label, address) = (text("text"), text("url"))
      return label.isEmpty || label == address ? address : "\(label) (\(address))"
    case "user": return "@" + (markup.userName(text("user_id")) ?? text("user_id"))
    case "channel": return "#" + (markup.channelName(text("channel_id")) ?? text("channel_id"))
    case "usergroup": return "@" + text("usergroup_id")
    case "broadcast": return "@" + text("range")
    case "emoji": return ":" + text("name") + ":"
    case "date": return text("fallback")
    default: return text("text")
    }
  }

  /// The text of a list of attachments. Link previews are left out if the message has text of its own.
  func plain(attachments: JSONValue, besideText: Bool) -> String {
    (attachments.array ?? []).map { attachment in
      let isShared = attachment["is_share"]?.bool ?? attachment["is_msg_unfurl"]?.bool ?? false
      if besideText, !isShared, attachment["from_url"] != nil { return "" }
      let text = self.attachment(attachment)
      guard isShared, !text.isEmpty else { return text }
      return text.quoted(
        from: attachment["author_name"]?.string ?? attachment["author_subname"]?.string)
    }.filledLines
  }

  private func attachment(_ attachment: JSONValue) -> String {
    var parts = ["pretext", "title", "text"].map { plain(attachment[$0]) }
    parts += attachment.fields("title", plain)
    if parts.allSatisfy(\.isEmpty) {
      let inner = attachment["message_blocks"].elements.map { $0["message"]?["blocks"] }
      parts += ([attachment["blocks"]] + inner).compactMap { $0 }.map { plain(blocks: $0) }
    }
    return parts.allSatisfy(\.isEmpty) ? plain(attachment["fallback"]) : parts.filledLines
  }

  func plain(files: JSONValue) -> String {
    (files.array ?? [files]).map { file in
      let name = file["title"]?.string ?? file["name"]?.string
      return name.map { "[file: \($0)]" } ?? "[file]"
    }.filledLines
  }
}
