import ActionItems
import CivilTime
import Encoding

/// Mails in an mbox file (RFC 4155) or in .eml files. Splits files into mails, and turns each mail into a message.
struct MboxFormat: ConversationFormat {
  let description = FormatDescription(
    name: "mbox", platform: "mail", title: "mbox or mails",
    reads: """
      the archive of a mailing list, or a folder of mail, as one conversation with its threads; the .eml \
      files of a folder together
      """,
    howToExport: """
      Mailing lists: the archive's month as .txt or .mbox (gzip too). Google: takeout.google.com > Mail. \
      Thunderbird: the folder's file in the profile. Outlook and others: save messages as .eml.
      """)

  func recognizes(_ sample: FormatSample) -> Bool {
    var number = 0
    var fields = 0
    var isMail = false
    // A single mail has no `From` line before its header, so it needs one more field.
    var needed = 3
    sample.forEachLine { line in
      number += 1
      if number == 1, MailSplitter.isStart(line) {
        needed = 2
        return true
      }
      if MailSplitter.isField(line) { fields += 1 }
      isMail = fields >= needed
      return !isMail && !line.isEmpty && number < 200
    }
    return isMail
  }

  /// Reads each mailbox by itself, and the mails of a folder together.
  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    var mails: [ExportFile] = []
    for file in files {
      if file.sample?.begins(with: MailSplitter.isStart) ?? true {
        try context.onWorker { try load([file], titled: file.stem, at: file.path, in: $0) }
      } else {
        mails.append(file)
      }
    }
    guard let first = mails.first else { return }
    let isOne = mails.count == 1 && !context.isWalking
    try context.onWorker { [mails] in
      try load(
        mails, titled: isOne ? first.stem : first.folder,
        at: isOne ? first.path : String(first.path.dropLast(first.name.count + 1)), in: $0)
    }
  }

  private func load(
    _ files: [ExportFile], titled title: String?, at path: String, in context: LoadingContext
  ) throws {
    var writer = try ConversationWriter(
      context.options.conversation(description, title: title), path: path, format: description,
      context: context)
    // The names of .eml files do not give their order, so their mails are sorted in stretches.
    for place in stride(from: 0, to: files.count, by: 1000) {
      if files.count > 1 { writer.beginStretch() }
      for file in files[place...].prefix(1000) {
        try context.sink.reportingErrors { try read(file, into: &writer) }
      }
      if files.count > 1 { try writer.endStretch() }
    }
    try writer.end()
  }

  private func read(_ file: ExportFile, into writer: inout ConversationWriter) throws {
    var splitter = MailSplitter(limit: min(writer.limit, 4 << 20))
    var lines = TextLines(try file.open(), limit: writer.limit)
    var unread: [String: Int] = [:]
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line else {
        splitter.noteLongLine()
        continue
      }
      if let mail = splitter.take(bytes) { try write(mail, to: &writer, &unread) }
    }
    if let mail = splitter.finish() { try write(mail, to: &writer, &unread) }
    let limit = "longer than \(splitter.limit) bytes"
    writer.warn(
      splitter.cut, "mail was cut off: its text is \(limit)",
      "mails were cut off: their text is \(limit)")
    for (charset, count) in unread.sorted(by: { $0.key < $1.key }) {
      let why = "could not be decoded and"
      let how = "read as Windows-1252 or with U+FFFD"
      writer.warn(
        count, "mail in charset \(charset) \(why) was \(how)",
        "mails in charset \(charset) \(why) were \(how)")
    }
  }

  /// The most charsets that are reported individually.
  private static let charsetLimit = 20

  private func write(
    _ mail: [UInt8], to writer: inout ConversationWriter, _ unread: inout [String: Int]
  ) throws {
    try mail.withUnsafeBufferPointer { bytes in
      let mail = Mail(bytes)
      if let charset = mail.unreadCharset {
        let isNamed = unread[charset] != nil || unread.count < Self.charsetLimit
        unread[isNamed ? charset : "others", default: 0] += 1
      }
      guard let draft = mail.draft else { return writer.skip(.noText) }
      try writer.write(draft)
    }
  }
}

/// Splits a file into mails.
struct MailSplitter {
  private var mail: [UInt8] = []
  private var isOpen = false
  /// Whether the file begins with a `From` line. A single mail may have a `From` line in its text.
  private var isMailbox = false
  private var wasBlank = true
  private var attachments = AttachmentSkipper()
  private var isCut = false
  /// The number of mails that were truncated.
  private(set) var cut = 0
  /// The most bytes kept of a mail, without attachments.
  let limit: Int

  /// Makes a splitter; longer mails are truncated.
  init(limit: Int) {
    self.limit = limit
  }

  mutating func noteLongLine() { if isOpen, !attachments.isSkipping { noteCut() } }

  private mutating func noteCut() {
    if !isCut { cut += 1 }
    isCut = true
  }

  /// Whether a line begins a mail: `From ann@a.example Sat Jan 31 15:48:11 2026`.
  static func isStart(_ line: Bytes) -> Bool {
    guard line.has("From "), line.count > 20 else { return false }
    // The line ends in a year, or in a year and a zone.
    let digits = line.part(from: line.count - 14).count(where: \.isASCIIDigit)
    return digits >= 4 && line.contains(UInt8(ascii: ":"))
  }

  /// Whether a line is one of the fields that nearly every mail has.
  static func isField(_ line: Bytes) -> Bool {
    let names: [StaticString] = ["date:", "from:", "message-id:", "received:", "subject:"]
    return names.contains { line.part(0, $0.utf8CodeUnitCount).equalsIgnoringCase($0) }
  }

  /// Adds a line; returns the mail that it ends, if any.
  mutating func take(_ line: Bytes) -> [UInt8]? {
    defer { wasBlank = line.isEmpty }
    if !isOpen, !line.isEmpty {
      isOpen = true
      isMailbox = Self.isStart(line)
      if isMailbox { return nil }
    }
    if isMailbox, wasBlank, Self.isStart(line) { return end() }
    add(line)
    return nil
  }

  private mutating func end() -> [UInt8] {
    defer { (mail, isCut, attachments) = ([], false, AttachmentSkipper()) }
    return mail
  }

  private mutating func add(_ line: Bytes) {
    guard isOpen, !attachments.skips(line) else { return }
    guard mail.count + line.count < limit else { return noteCut() }
    // Each mailbox on the way adds a `>` to lines that begin with `From`; one is removed.
    let marks = line.prefix { $0 == UInt8(ascii: ">") }.count
    mail.append(contentsOf: line.part(from: marks > 0 && line.has("From ", at: marks) ? 1 : 0))
    mail.append(0x0A)
  }

  mutating func finish() -> [UInt8]? {
    defer { isOpen = false }
    return isOpen ? mail : nil
  }
}

/// One mail as a message.
struct Mail {
  private let headers: MailHeaders
  private let body: MailBody

  init(_ bytes: Bytes) {
    headers = MailHeaders(bytes)
    body = MailBody(bytes.part(from: min(headers.length, bytes.count)), headers)
  }

  /// The charset that could not be decoded, or nil.
  var unreadCharset: String? { body.unreadCharset }

  /// The message, or nil if it has no text and no files.
  var draft: MessageDraft? {
    var parts: [String] = []
    let subject = headers.text("subject") ?? ""
    let answered = reference("in-reply-to") ?? references.last
    // A reply repeats the subject.
    if answered == nil, !subject.isEmpty { parts.append(subject) }
    if !body.text.isEmpty { parts.append(body.text) }
    parts += body.files.map { "[file: \($0)]" }
    guard !body.text.isEmpty || !parts.isEmpty else { return nil }
    let id = reference("message-id")
    return MessageDraft(
      id: id, sender: sender, time: time, written: headers.text("date") ?? "",
      text: parts.joined(separator: "\n\n"), kind: isAutomatic ? .bot : .message,
      threadId: references.first ?? answered ?? id, replyTo: answered)
  }

  /// The sender, from `Ann Lee <ann@a.example>`, `ann@a.example (Ann Lee)`, or a list's `ann at a.example`.
  private var sender: MessageDraft.Sender? {
    guard let from = headers.text("from"), !from.isEmpty else { return nil }
    var name = from
    var address = from
    if let open = from.lastIndex(of: "<"), let close = from.lastIndex(of: ">"), open < close {
      address = String(from[from.index(after: open)..<close])
      name = String(from[..<open])
    } else if let open = from.firstIndex(of: "("), from.last == ")" {
      address = String(from[..<open])
      name = String(from[from.index(after: open)...].dropLast())
    }
    func trimmed(_ text: String) -> String {
      var text = text.drop { " \"'\t".contains($0) }
      while let last = text.last, " \"'\t".contains(last) { text.removeLast() }
      return String(text)
    }
    address = trimmed(address)
    name = trimmed(name)
    return MessageDraft.Sender(
      id: address.isEmpty ? name : address.lowercased(), name: name.isEmpty ? address : name,
      handle: address)
  }

  private var time: GenericTimestamp.Reading? {
    headers.raw("date")?.withUnsafeBufferPointer { bytes in
      // The zone's name may follow the date in parentheses.
      let end = bytes.firstIndex(of: UInt8(ascii: "(")) ?? bytes.count
      return WrittenTime(bytes.part(0, end))?.reading(in: .dmy)
    }
  }

  private var references: [String] { Self.ids(headers.raw("references") ?? []) }

  private func reference(_ name: String) -> String? { Self.ids(headers.raw(name) ?? []).first }

  private static func ids(_ field: [UInt8]) -> [String] {
    field.split(separator: UInt8(ascii: "<")).compactMap { part in
      guard let end = part.firstIndex(of: UInt8(ascii: ">")), end > part.startIndex else {
        return nil
      }
      return String(decoding: part[..<end], as: UTF8.self)
    }
  }

  /// Whether a program sent it (RFC 3834, section 5).
  private var isAutomatic: Bool { headers.kind("auto-submitted") ?? "no" != "no" }
}
