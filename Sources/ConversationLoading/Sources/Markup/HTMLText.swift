import TextSearch

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
        case .text(let range): reader.text(UnsafeBufferPointer(rebasing: bytes[range]))
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

  private enum Span {
    case link(address: String, start: Int)
    case mention(element: String, start: Int)
    /// Another element of a name that mentions have.
    case plain(element: String)
  }

  /// More links and mentions inside each other than this are not looked at.
  private static let spanLimit = 32

  mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
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
    switch tag.name {
    case "a":
      let address = tag["href"] ?? ""
      if tag.hasClass("user-mention") || address.holds("matrix.to/#/@")
        || address.hasPrefix("matrix:u/")
      {
        spans.append(.mention(element: "a", start: layout.beginSpan()))
      } else {
        spans.append(.link(address: address, start: layout.beginSpan()))
      }
    case "at": spans.append(.mention(element: "at", start: layout.beginSpan()))
    default:
      let isMention =
        tag.hasClass("user-mention") || tag.hasClass("user-group-mention")
        || tag["itemtype"]?.hasSuffix("schema.skype.com/Mention") ?? false
      spans.append(
        isMention
          ? .mention(element: tag.name, start: layout.beginSpan()) : .plain(element: tag.name))
    }
  }

  private mutating func endSpan(_ tag: HTMLScanner.Tag) {
    let place = spans.lastIndex { span in
      switch span {
      case .link: tag.name == "a"
      case .mention(let element, _), .plain(let element): element == tag.name
      }
    }
    guard let place else { return }
    while spans.count > place, let span = spans.popLast() { end(span) }
  }

  private mutating func end(_ span: Span) {
    switch span {
    case .plain: break
    case .mention(_, let start): layout.markMention(from: start)
    case .link(let address, let start): layout.addAddress(address, behindLabelFrom: start)
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
