import CivilTime
import Encoding

/// One object, a message or conversation, in JSON of any program: its members by role, as raw JSON.
///
/// The values point into the text and are valid only as long as it is. One record is reused for all messages: making a
/// new one takes longer than reading a short message.
struct GenericRecord {
  struct Field {
    /// A string's bytes between its quotes, or any other value's bytes.
    let slice: JSONSlice
    let kind: JSONKind
    /// The rank of the key within its role; the lowest rank wins.
    fileprivate let rank: UInt8

    var bytes: Bytes { slice.bytes }

    /// A string or number as text; nil for other kinds and for empty strings.
    var text: String? {
      switch kind {
      case .string: bytes.isEmpty ? nil : slice.string
      case .number: String(decoding: bytes, as: UTF8.self)
      default: nil
      }
    }

    /// The UTF-8 of a text that needs no unescaping; nil for others.
    var plainText: Bytes? { kind == .number || kind == .string && slice.isPlain ? bytes : nil }

    /// Calls `body` with the UTF-8 of the text, or with no bytes if there is no text. Copies only escaped text.
    func withText(_ body: (Bytes) -> Void) {
      if let plainText { return body(plainText) }
      var text = text ?? ""
      text.withUTF8(body)
    }

    /// Returns the time, also one in human-readable form.
    func time(in order: DateOrder) -> GenericTimestamp.Reading? {
      if let reading = GenericTimestamp.read(self) { return reading }
      var found: WrittenTime?
      withText { found = WrittenTime($0) }
      return found?.reading(in: order)
    }

    /// Whether a string is UTF-8 without lone surrogates; true for other kinds.
    var isWellFormed: Bool { kind != .string || slice.isWellFormed }

    var value: JSONValue? {
      if kind == .string { return .string(slice.string) }
      return bytes.isModest ? try? JSONValue(parsing: bytes) : nil
    }
  }

  private var hasInnerValues = false
  private var fields = [Field?](repeating: nil, count: FieldRole.allCases.count)

  subscript(role: FieldRole) -> Field? { fields[role.rawValue] }

  /// Whether the object has messages of its own, or is a post, even one whose first comment is yet to come.
  var isConversation: Bool {
    if hasComments { return isPost || self[.text] == nil && self[.nested] == nil }
    guard let list = self[.messages], list.kind == .array else { return false }
    return self[.text] == nil || !list.bytes.part(1, list.bytes.count - 1).isBlank
  }

  /// Whether a conversation is a message itself, such as an issue with its comments.
  var isPost: Bool {
    let marks = [self[.timestamp], self[.sender] ?? self[.senderId]].count { $0 != nil }
    return (self[.text] ?? self[.nested]) != nil && marks >= (hasComments ? 1 : 2)
  }

  private var hasComments: Bool { self[.comments]?.kind == .array && self[.messages] == nil }

  /// Whether the object has nested values but no part of a message: it may contain conversations.
  var isWrapper: Bool { isForeign && hasInnerValues }

  /// Whether nothing in the object belongs to a message.
  var isForeign: Bool {
    self[.text] == nil && self[.nested] == nil && (self[.sender] == nil || self[.timestamp] == nil)
  }

  /// Reads an object in place of the previous one; of two members with one role, the better rank wins.
  mutating func read(
    _ reader: inout JSONReader, _ table: inout FieldTable
  ) throws(JSONError) {
    for index in fields.indices { fields[index] = nil }
    hasInnerValues = false
    try reader.beginObject()
    while let member = try table.nextMember(&reader) {
      let kind = try reader.peek()
      // Answers of some servers list messages under `value`.
      let isList = member.role == .text && kind == .array && member.rank >= FieldRole.vagueText
      guard let role = member.role, !isList else {
        if kind == .array || kind == .object { hasInnerValues = true }
        try reader.skipValue()
        continue
      }
      let slice =
        kind == .string
        ? try reader.readSlice() : JSONSlice(bytes: try reader.readRaw(), isEscaped: false)
      if kind != .null { add(Field(slice: slice, kind: kind, rank: member.rank), role) }
    }
  }

  /// The author's id and name, as far as the message has them.
  var author: (id: String?, name: String?) {
    let written = self[.senderId]
    let id =
      written?.kind == .object ? written?.value.flatMap { ListedPerson($0)?.id } : written?.text
    guard let sender = self[.sender] else { return (id, nil) }
    guard sender.kind == .object, let value = sender.value else { return (id, sender.text) }
    let person = ListedPerson(value)
    return (person?.id ?? id, person?.name)
  }

  /// Returns this record, with missing fields taken from another one.
  func filled(from other: GenericRecord) -> GenericRecord {
    var filled = self
    for role in FieldRole.allCases where filled[role] == nil {
      if let field = other[role] { filled.fields[role.rawValue] = field }
    }
    return filled
  }

  private mutating func add(_ field: Field, _ role: FieldRole) {
    // {"message": {…}} holds the message itself, not its text.
    let role = role == .text && field.kind == .object ? .nested : role
    if let present = self[role], present.rank <= field.rank { return }
    fields[role.rawValue] = field
  }
}
