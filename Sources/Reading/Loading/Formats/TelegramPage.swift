import ActionItems
import CivilTime
import Encoding

/// One HTML file of a chat exported by Telegram Desktop. `TelegramDate`, below, reads its dates.
///
/// Only `div`s matter, by their classes: a message has the class `message`, and its parts are inside it.
struct TelegramPage {
  private(set) var title: String?
  private(set) var messages: [MessageDraft] = []
  /// The number of date lines between messages.
  private(set) var separators = 0

  private struct Open {
    var id: String?
    var isService: Bool
    var isJoined: Bool
    /// The number of open `div`s, including the message's own.
    var depth: Int
    var written: String?
    var sender: String?
    var text: String?
    var forwardedFrom: String?
    var replyTo: String?
    var file: String?
    var poll: [String] = []
    var isForwarded = false
  }

  private var open: Open?
  private var depth = 0
  private var sender: String?

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var scanner = HTMLScanner(bytes)
    while let token = scanner.next() {
      guard case .tag(let tag) = token else { continue }
      // In reply to <a href="#go_to_message12">this message</a>
      if tag.name == "a", !tag.isEnd, open?.text == nil,
        let target = tag["href"], let mark = target.firstPlace(of: "go_to_message")
      {
        open?.replyTo = String(target[mark.upperBound...])
      }
      guard tag.name == "div" else { continue }
      if tag.isEnd {
        depth = max(0, depth - 1)
        if let message = open, depth < message.depth { endMessage() }
      } else if !tag.isEmpty {
        beginElement(tag, &scanner)
      }
    }
    endMessage()
  }

  /// The classes of parts whose text is read; they have no parts of their own.
  private static let texts: Set<Substring> = ["text", "from_name", "title", "question", "answer"]

  private mutating func beginElement(_ tag: HTMLScanner.Tag, _ scanner: inout HTMLScanner) {
    let classes = Set((tag["class"] ?? "").split(separator: " "))
    if classes.contains("message"), classes.contains("default") || classes.contains("service") {
      endMessage()
      depth += 1
      open = Open(
        id: tag["id"].map { String($0.dropFirst("message".count)) },
        isService: classes.contains("service"), isJoined: classes.contains("joined"),
        depth: depth)
      return
    }
    let isService = open?.isService ?? false
    if classes.contains("date"), open?.written == nil { open?.written = tag["title"] }
    if classes.contains("forwarded"), classes.contains("body") { open?.isForwarded = true }
    if !classes.isDisjoint(with: Self.texts) || isService && classes.contains("body") {
      take(HTMLText.plain(scanner.inside(tag)), of: classes)
    } else {
      depth += 1
    }
  }

  private mutating func take(_ text: String, of classes: Set<Substring>) {
    guard open != nil else {
      // The page's header holds the chat's name.
      if classes.contains("text"), title == nil, !text.isEmpty { title = text }
      return
    }
    if open?.isService ?? false {
      open?.text = text
    } else if classes.contains("from_name") {
      if open?.isForwarded ?? false { open?.forwardedFrom = text } else { open?.sender = text }
    } else if classes.contains("question") {
      open?.poll.append("Poll: \(text)")
    } else if classes.contains("answer") {
      open?.poll.append(text.hasPrefix("-") ? text : "- \(text)")
    } else if classes.contains("title") {
      open?.file = text
    } else {
      open?.text = text
    }
  }

  private mutating func endMessage() {
    guard let message = open else { return }
    open = nil
    // A date between messages is a service message with a negative number.
    if message.isService, message.id?.hasPrefix("-") ?? true {
      separators += 1
      return
    }
    if !message.isService, !message.isJoined || message.sender != nil { sender = message.sender }
    var words = message.text ?? ""
    if words.isEmpty { words = message.poll.joined(separator: "\n") }
    if words.isEmpty, let file = message.file { words = "[file: \(file)]" }
    let source = words
    if message.isForwarded, !words.isEmpty {
      words = words.quoted(from: message.forwardedFrom.map(Self.withoutDate))
    }
    messages.append(
      MessageDraft(
        id: message.id,
        sender: message.isService ? nil : sender.map { .init(id: $0, name: $0) },
        time: message.written.flatMap { TelegramDate.read($0) }, written: message.written ?? "",
        text: words, source: source, kind: message.isService ? .system : .message,
        replyTo: message.replyTo))
  }

  /// Removes the date that follows the name of a forwarded message's author.
  private static func withoutDate(_ name: String) -> String {
    let parts = name.split(separator: " ")
    let isDated = { (part: Substring) in
      part.split(separator: ".").count == 3 && part.allSatisfy { $0.isNumber || $0 == "." }
        || part.contains(":") && part.allSatisfy { $0.isNumber || $0 == ":" }
    }
    let kept = parts.prefix(parts.count - parts.reversed().prefix(while: isDated).count)
    return kept.isEmpty ? name : kept.joined(separator: " ")
  }
}

/// Dates in Telegram's HTML: `23.08.2023 13:11:23`, in newer exports followed by ` UTC-08:00`.
enum TelegramDate {
  static func read(_ text: String) -> GenericTimestamp.Reading? {
    let parts = text.split(separator: " ")
    guard parts.count == 2 || parts.count == 3 else { return nil }
    let day = parts[0].split(separator: ".")
    guard day.count == 3 else { return nil }
    var iso = "\(day[2])-\(day[1])-\(day[0])T\(parts[1])"
    if parts.count == 3 {
      guard parts[2].hasPrefix("UTC") else { return nil }
      let offset = parts[2].dropFirst(3)
      iso += offset.isEmpty ? "Z" : String(offset)
    }
    return ISO8601.read(iso) == nil ? nil : GenericTimestamp.read(iso)
  }
}
