import JSONText

/// The members of one message object by their roles, as they stand in the text.
///
/// The values point into the text and are valid no longer than that.
struct GenericRecord {
  /// One value.
  struct Field {
    /// The value's bytes: a string's between its quotes, everything else as it stands.
    let bytes: UnsafeBufferPointer<UInt8>
    let kind: JSONKind
    fileprivate let isEscaped: Bool
    /// Small, as all of these are set aside anew for each message.
    fileprivate let rank: UInt8

    /// A string or number as text; nil for other kinds and for empty strings.
    var text: String? {
      switch kind {
      case .string: bytes.isEmpty ? nil : slice.string
      case .number: String(decoding: bytes, as: UTF8.self)
      default: nil
      }
    }

    /// The string, escapes and all.
    var slice: JSONSlice { JSONSlice(bytes: bytes, isEscaped: isEscaped) }

    /// Whether a string is UTF-8 without lone surrogates; true for other kinds.
    var isWellFormed: Bool { kind != .string || slice.isWellFormed }

    /// The value as a tree.
    var value: JSONValue? {
      if kind == .string { return .string(slice.string) }
      return bytes.isModest ? try? JSONValue(parsing: bytes) : nil
    }
  }

  /// Whether an array or object was passed over.
  private var hasInnerValues = false
  private var fields: InlineArray<20, Field?> = .init(repeating: nil)

  subscript(role: FieldRole) -> Field? { fields[role.rawValue] }

  /// Whether the object holds messages of its own: a conversation.
  var isConversation: Bool { self[.messages]?.kind == .array }

  /// Whether the object has members, but none that a message needs: it may hold conversations.
  var isWrapper: Bool { isForeign && hasInnerValues }

  /// Whether nothing in the object belongs to a message.
  var isForeign: Bool {
    self[.text] == nil && self[.nested] == nil && (self[.sender] == nil || self[.timestamp] == nil)
  }

  /// Reads an object; of two members with one role the higher ranking one counts.
  init(reading reader: inout JSONReader, _ table: inout FieldTable) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let role = table.role(of: key)
      let kind = try reader.peek()
      guard let (role, rank) = role else {
        if kind == .array || kind == .object { hasInnerValues = true }
        try reader.skipValue()
        continue
      }
      if kind == .string {
        let slice = try reader.readSlice()
        add(
          Field(
            bytes: slice.bytes, kind: kind, isEscaped: slice.isEscaped, rank: UInt8(clamping: rank)),
          role)
      } else {
        let bytes = try reader.readRaw()
        if kind != .null {
          add(Field(bytes: bytes, kind: kind, isEscaped: false, rank: UInt8(clamping: rank)), role)
        }
      }
    }
  }

  /// This record, with the fields that it lacks taken from another one.
  func filled(from other: GenericRecord) -> GenericRecord {
    var filled = self
    for role in FieldRole.allCases where filled.fields[role.rawValue] == nil {
      filled.fields[role.rawValue] = other.fields[role.rawValue]
    }
    return filled
  }

  private mutating func add(_ field: Field, _ role: FieldRole) {
    // {"message": {…}} holds the message rather than its text.
    let role = role == .text && field.kind == .object ? .nested : role
    if let present = fields[role.rawValue], present.rank <= field.rank { return }
    fields[role.rawValue] = field
  }
}
