import ActionItems
import CivilTime
import Encoding

/// A chat exported by Telegram Desktop in HTML: messages.html, messages2.html and so on.
struct TelegramHTMLFormat: ConversationFormat {
  let description = FormatDescription(
    name: "telegram-html", platform: "telegram", title: "Telegram Desktop (HTML)",
    reads: "messages.html, messages2.html … of a chat together",
    howToExport: """
      Telegram Desktop: a chat > the three dots > Export chat history > format HTML. JSON has more data: it \
      has people's and the chat's ids.
      """)

  func recognizes(_ sample: FormatSample) -> Bool {
    sample.bytes.withUnsafeBufferPointer { bytes in
      bytes.prefix(512).contains(UInt8(ascii: "<"))
        && ["<title>Exported Data</title>", "class=\"page_wrap", "class=\"history\""]
          .allSatisfy { (mark: StaticString) in bytes.first(mark) != nil }
    }
  }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    var conversation: (title: String?, writer: ConversationWriter)?
    for file in files.sorted(by: { Self.number(of: $0) < Self.number(of: $1) }) {
      do {
        // Telegram starts a new file every thousand messages.
        var source = try file.open()
        let limit = context.options.recordLimit
        let bytes = try FormatSample.beginning(of: &source, limit + 1)
        guard bytes.count <= limit else {
          try context.sink.fail(
            .damaged(
              path: file.path, format: description.title,
              error: JSONError(.tooLong(limit: limit), at: 0)))
          continue
        }
        let page = bytes.withUnsafeBufferPointer { TelegramPage($0) }
        if conversation?.title != page.title || conversation == nil {
          try conversation?.writer.end()
          // A page without a title is identified by the empty title.
          let known = context.options.conversation(
            description, title: page.title, idFrom: page.title ?? "")
          conversation = (
            page.title,
            try ConversationWriter(known, path: file.path, format: description, context: context)
          )
        }
        for draft in page.messages { try conversation?.writer.write(draft) }
        conversation?.writer.skip(.notAMessage, page.separators)
      } catch let error as LoadingError {
        try context.sink.fail(error)
      }
    }
    try conversation?.writer.end()
  }

  /// The number of a file: 1 for messages.html, 12 for messages12.html.
  private static func number(of file: ExportFile) -> Int {
    Int(file.name.filter { $0.isASCII && $0.isNumber }) ?? 1
  }
}
