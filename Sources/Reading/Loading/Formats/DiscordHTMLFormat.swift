import ActionItems
import CivilTime
import Encoding

/// A Discord channel as HTML, the default of DiscordChatExporter.
struct DiscordHTMLFormat: ConversationFormat {
  let description = FormatDescription(
    name: "discord-html", platform: "discord", title: "Discord (DiscordChatExporter's HTML)",
    reads: "its HTML files, one per channel or part of a channel",
    howToExport: """
      DiscordChatExporter: choose channels > Download > format HTML. JSON has more data, such as who was \
      mentioned.
      """)

  func recognizes(_ sample: FormatSample) -> Bool {
    sample.bytes.withUnsafeBufferPointer { bytes in
      bytes.prefix(512).contains(UInt8(ascii: "<")) && bytes.first("chatlog__message") != nil
        && bytes.first("preamble__entry") != nil
    }
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    var page = DiscordPage(order: context.options.dateOrder ?? .mdy)
    var writer: ConversationWriter?
    func write(_ part: [UInt8]) throws {
      part.withUnsafeBufferPointer { page.read($0) }
      var output = try writer ?? self.writer(page.title, file, context)
      for draft in page.takeMessages() { try output.write(draft) }
      writer = output
    }
    // The exporter begins a line with each group of messages.
    var part: [UInt8] = []
    var tooLong: [Int] = []
    var lines = TextLines(try file.open(), limit: context.options.recordLimit)
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line else {
        tooLong.append(lines.offset)
        continue
      }
      let begins = bytes.first("chatlog__message-group") != nil
      if begins && !part.isEmpty || part.count + bytes.count > context.options.recordLimit {
        try write(part)
        part.removeAll(keepingCapacity: true)
      }
      part.append(contentsOf: bytes)
      part.append(0x0A)
    }
    try write(part)
    for offset in tooLong { writer?.noteTooLong(at: offset) }
    try writer?.end()
  }

  private func writer(
    _ title: String?, _ file: ExportFile, _ context: LoadingContext
  ) throws -> ConversationWriter {
    // The JSON of the same channel has the same id.
    let channel = file.stem.flatMap { DiscordFileName($0) }
    return try ConversationWriter(
      context.options.conversation(
        description, id: channel.map { "discord:\($0.id)" }, title: channel?.title ?? title,
        kind: channel?.isDirect == true ? .direct : nil),
      path: file.path, format: description, context: context)
  }
}
