import Encoding

/// HTML, as chat programs write it into message bodies, as plain text.
///
/// Blocks become lines, lists get `- ` or numbers, quotes `> `, a link its address behind its label,
/// and mentions, however the program marks them, an `@`. What is not meant to be read is left out:
/// scripts, styles, previews of links, the fallback of a Matrix reply.
enum HTMLText {
  /// Turns HTML into text without white space at its ends.
  ///
  /// The text has at most a dozen times the bytes of the HTML, and takes time in proportion.
  static func plain(_ html: String) -> String {
    var html = html
    return html.withUTF8 { bytes in
      guard bytes.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
        return HTMLLayout.text(bytes)
      }
      var scanner = HTMLScanner(bytes)
      var reader = HTMLReader()
      while let token = scanner.next() {
        switch token {
        case .text(let range): reader.text(Bytes(rebasing: bytes[range]))
        case .tag(let tag): reader.tag(tag)
        }
      }
      return reader.finish()
    }
  }
}

/// Knows what each tag does to the layout.
private struct HTMLReader {
  private var layout = HTMLLayout()
  /// The element whose contents are left out, and how many of its name are open.
  private var dropped: (name: String, count: Int)?
  /// Links and mentions that are open, the innermost last.
  private var spans: [Span] = []
  private var rowHasCells = false

  /// A link, a mention, or another element of a name that mentions have.
  private struct Span {
    let element: String
    let isMention: Bool
    /// Where a link leads.
    let address: String?
    let start: Int
  }

  /// More links and mentions inside each other than this are not looked at.
  private static let spanLimit = 32

  mutating func text(_ bytes: Bytes) {
    if dropped == nil { layout.add(bytes) }
  }

  mutating func finish() -> String {
    while let span = spans.popLast() { end(span) }
    return layout.finish()
  }

  mutating func tag(_ tag: HTMLScanner.Tag) {
    if let (name, count) = dropped {
      guard tag.name == name, !tag.isEmpty else { return }
      let open = count + (tag.isEnd ? -1 : 1)
      dropped = open == 0 ? nil : (name, open)
      return
    }
    if !tag.isEnd, Self.isLeftOut(tag) {
      if !tag.isEmpty { dropped = (tag.name, 1) }
      return
    }
    switch tag.name {
    case "br": layout.breakLine()
    case "p", "div", "section", "article", "header", "footer", "table", "tbody", "thead", "dl",
      "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "address", "figure", "summary",
      "details":
      layout.beginBlock()
    case "tr":
      layout.beginBlock()
      rowHasCells = false
    case "td", "th":
      if !tag.isEnd {
        if rowHasCells { layout.add(" | ") }
        rowHasCells = true
      }
    case "ul", "ol": tag.isEnd ? layout.endList() : layout.beginList(first: Self.first(of: tag))
    case "li": tag.isEnd ? layout.beginBlock() : layout.beginItem()
    case "blockquote", "quote":
      layout.quote(ends: tag.isEnd)
      if !tag.isEnd, let name = tag["authorname"] { layout.add("\(name): ") }
    case "pre", "codeblock": layout.preformat(ends: tag.isEnd)
    case "a", "at", "span": tag.isEnd ? endSpan(tag) : beginSpan(tag)
    case "img", "emoji": if !tag.isEnd { image(tag) }
    default: break
    }
  }

  /// The number of the first item of an ordered list; nil for one without numbers.
  private static func first(of list: HTMLScanner.Tag) -> Int? {
    list.name == "ol" ? list["start"].flatMap { Int($0) } ?? 1 : nil
  }

  private static func isLeftOut(_ tag: HTMLScanner.Tag) -> Bool {
    switch tag.name {
    case "script", "style", "head", "title", "template", "mx-reply", "legacyquote", "mrow": true
    case "div": tag.hasClass("message_inline_image") || tag.hasClass("message_embed")
    case "span": tag.hasClass("katex-html")
    default: false
    }
  }

  // MARK: - Links and mentions

  private mutating func beginSpan(_ tag: HTMLScanner.Tag) {
    guard spans.count < Self.spanLimit, !tag.isEmpty else { return }
    let address = tag.name == "a" ? tag["href"] ?? "" : nil
    let isMention =
      tag.name == "at" || tag.hasClass("user-mention")
      || (address.map { $0.holds("matrix.to/#/@") || $0.hasPrefix("matrix:u/") }
        ?? (tag.hasClass("user-group-mention")
          || tag["itemtype"]?.hasSuffix("schema.skype.com/Mention") == true))
    // What is neither a link nor a mention does nothing to the text.
    let start = isMention || address != nil ? layout.beginSpan() : 0
    spans.append(
      Span(element: tag.name, isMention: isMention, address: address, start: start))
  }

  private mutating func endSpan(_ tag: HTMLScanner.Tag) {
    guard let place = spans.lastIndex(where: { $0.element == tag.name }) else { return }
    while spans.count > place, let span = spans.popLast() { end(span) }
  }

  private mutating func end(_ span: Span) {
    if span.isMention {
      layout.markMention(from: span.start)
    } else if let address = span.address {
      layout.addAddress(address, behindLabelFrom: span.start)
    }
  }

  private mutating func image(_ tag: HTMLScanner.Tag) {
    guard let words = tag["alt"], !words.isEmpty else { return }
    let isEmoji =
      tag.name == "emoji" || tag.hasClass("emoji")
      || tag["itemtype"]?.hasSuffix("/Emoji") ?? false || tag["data-mx-emoticon"] != nil
    if isEmoji {
      layout.add(words)
    } else if words.lowercased() != "image" {
      layout.add("[image: \(words)]")
    }
  }
}
