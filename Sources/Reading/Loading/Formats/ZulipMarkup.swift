import Encoding

/// Turns the references and quotations in Zulip's Markdown into plain text; other markup stays.
///
/// `@**Ann|12**` and `@_**Ann**` are people, `@*team*` groups, `#**channel>topic**` places
/// (https://zulip.com/help/format-your-message-using-markdown). A block fenced as `quote` is a quotation.
enum ZulipMarkup {
  static func plain(_ text: String) -> String {
    let text = text.holds("quote") ? quoted(text) : text
    guard text.holds("**") || text.holds("@*") || text.holds("@_*") else { return text }
    return text.replacingReferences(at: "@#", reference)
  }

  /// The name in the reference that a text begins with, and its end; nil without a reference.
  private static func reference(_ text: Substring.UTF8View) -> (String, Substring.Index)? {
    let isPlace = text.first == UInt8(ascii: "#")
    var rest = text.dropFirst()
    if !isPlace, rest.first == UInt8(ascii: "_") { rest = rest.dropFirst() }
    let stars = rest.prefix(2).prefix { $0 == UInt8(ascii: "*") }.count
    guard stars > 0 else { return nil }
    rest = rest.dropFirst(stars)
    // Names have at most 100 characters, channels and topics 60 each.
    let name = rest.prefix(400).prefix { $0 != UInt8(ascii: "*") && $0 != 0x0A }
    let end = rest[name.endIndex...].prefix(stars)
    guard !name.isEmpty, end.count == stars, end.allSatisfy({ $0 == UInt8(ascii: "*") }) else {
      return nil
    }
    var plain = Substring(name)
    if isPlace {
      // #**channel>topic@1234**
      if let at = plain.lastIndex(of: "@"), plain[at...].dropFirst().allSatisfy(\.isNumber),
        plain.contains(">")
      {
        plain = plain[..<at]
      }
      plain = plain.split(separator: ">", maxSplits: 1).joined(separator: " > ")[...]
      return ("#" + plain, end.endIndex)
    }
    if let bar = plain.lastIndex(of: "|") { plain = plain[..<bar] }
    return ("@" + plain, end.endIndex)
  }

  /// The text, with the lines of blocks fenced as `quote` prefixed with `> `.
  private static func quoted(_ text: String) -> String {
    var output: [String] = []
    /// The open fences, of quotes and of other blocks.
    var fences: [(fence: Substring, isQuote: Bool)] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let mark = line.drop { $0 == " " }
      let fence = mark.prefix { $0 == mark.first && ($0 == "`" || $0 == "~") }
      let word = mark.dropFirst(fence.count).drop { $0 == " " }
      if fence.count >= 3 {
        if let open = fences.last, open.fence == fence, word.isEmpty {
          fences.removeLast()
          if open.isQuote { continue }
        } else if word == "quote", fences.count < 8, fences.last?.isQuote ?? true {
          fences.append((fence, true))
          continue
        } else if fences.last?.isQuote ?? true {
          fences.append((fence, false))
        }
      }
      let depth = fences.count(where: \.isQuote)
      output.append(String(repeating: "> ", count: depth) + line)
    }
    return output.joined(separator: "\n")
  }

  /// The id of the message quoted as `[said](…/near/1234)`.
  static func quotedMessage(_ text: String) -> String? {
    guard let said = text.firstPlace(of: "[said]("),
      let near = text[said.upperBound...].prefix(500).firstPlace(of: "/near/")
    else { return nil }
    let digits = text[near.upperBound...].prefix { $0.isASCII && $0.isNumber }
    let address = text[said.upperBound..<near.lowerBound]
    return digits.isEmpty || address.contains(")") ? nil : String(digits)
  }
}
