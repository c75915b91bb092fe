/// Who speaks in a conversation object, as the first pass finds them.
struct GenericSpeakers {
  /// What messages call them: this makes an id for a conversation that has none.
  private(set) var names: Set<String> = []
  /// The names that messages give with an id, the first one of each; nil where there is none.
  private var nameById: [String: String?] = [:]
  /// The ids that messages give with a name; nil where those are several.
  private var idByName: [String: String?] = [:]
  /// Spellings of id and name that were met together.
  private var met: Set<UInt64> = []

  /// More than these are no export's.
  private static let limit = 100_000

  /// Whether a message gives this id.
  func speaks(_ id: String) -> Bool { nameById[id] != nil }

  /// What messages call whoever has an id.
  func name(ofId id: String) -> String? { nameById[id] ?? nil }

  /// Whom messages call so; nil where they say no id, or several.
  func id(ofName name: String) -> String? { idByName[name] ?? nil }

  /// Takes the sender of a message. The numbers are those of spellings in the file.
  mutating func note(_ record: GenericRecord, _ spellings: inout NameNumbers) {
    var key: UInt64 = 0
    for field in [record[.senderId], record[.sender]] {
      key <<= 32
      if let field { key |= UInt64(truncatingIfNeeded: spellings.number(of: field.bytes) + 1) }
    }
    guard key != 0, met.count < Self.limit, met.insert(key).inserted else { return }
    if let text = record[.sender]?.text ?? record[.senderId]?.text { names.insert(text) }
    let author = record.author
    guard let id = author.id else { return }
    nameById[id] = .some(self.name(ofId: id) ?? author.name)
    guard let name = author.name else { return }
    let isShared = idByName[name].map { $0 != id } ?? false
    idByName[name] = .some(isShared ? nil : id)
  }
}
