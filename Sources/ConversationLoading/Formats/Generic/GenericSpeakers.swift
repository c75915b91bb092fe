/// Who speaks in a conversation object, as the first pass finds them.
struct GenericSpeakers {
  /// What messages call them: this makes an id for a conversation that has none.
  private(set) var names: Set<String> = []
  /// The names that messages give with an id, the first one of each; nil where there is none.
  private var nameById: [String: String?] = [:]
  /// The ids that messages give with a name; nil where those are several.
  private var idByName: [String: String?] = [:]
  /// The numbers of those that were met.
  private var met: Set<Int> = []

  /// More than these are no export's.
  private static let limit = 100_000

  /// Whether a message gives this id.
  func speaks(_ id: String) -> Bool { nameById[id] != nil }

  /// What messages call whoever has an id.
  func name(ofId id: String) -> String? { nameById[id] ?? nil }

  /// Whom messages call so; nil where they say no id, or several.
  func id(ofName name: String) -> String? { idByName[name] ?? nil }

  /// Takes the sender of a message, under the number that a spelling of id and name has in the file.
  mutating func note(_ number: Int, _ sender: @autoclosure () -> Sender) {
    guard met.count < Self.limit, met.insert(number).inserted else { return }
    let sender = sender()
    if let text = sender.text { names.insert(text) }
    guard let id = sender.id else { return }
    nameById[id] = .some(self.name(ofId: id) ?? sender.name)
    guard let name = sender.name else { return }
    let isShared = idByName[name].map { $0 != id } ?? false
    idByName[name] = .some(isShared ? nil : id)
  }

  /// Who wrote a message, as it says.
  struct Sender {
    /// What the message calls him.
    let text: String?
    let id: String?
    let name: String?

    init(_ record: GenericRecord) {
      text = record[.sender]?.text ?? record[.senderId]?.text
      (id, name) = record.author
    }
  }
}
