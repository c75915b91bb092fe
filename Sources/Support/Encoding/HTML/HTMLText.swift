/// Converts the HTML of chat programs' messages to plain text.
///
/// Blocks become lines, list items get `- ` or numbers, and quotes `> `. A link's address follows its label, and every
/// kind of mention gets an `@`. Scripts, styles, link previews and the fallback of a Matrix reply are left out.
package enum HTMLText {
  /// Returns the text of HTML without white space at its ends.
  ///
  /// The text is at most about twelve times as long as the HTML. The time is linear in its length.
  package static func plain(_ html: String) -> String {
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

/// Applies each tag to the layout.
private struct HTMLReader {
  private var layout = HTMLLayout()
  /// The element whose contents are left out, and the number of open elements with its name.
  private var dropped: (name: String, count: Int)?
  /// The open links and mentions, innermost last.
  private var spans: [Span] = []
  private var rowHasCells = false

  /// A link, a mention, or another element with the name of one.
  private struct Span {
    let element: String
    let isMention: Bool
    /// The target of a link.
    let address: String?
    let start: Int
  }

  /// The greatest depth of nested links and mentions; deeper ones are ignored.
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

  /// The number of the first item of an ordered list; nil for an unordered list.
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
    // Only links and mentions start a span of text.
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
      layout.addAddress(address, afterLabelFrom: span.start)
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
