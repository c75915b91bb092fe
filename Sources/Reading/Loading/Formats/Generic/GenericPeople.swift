import ActionItems

/// The people of a conversation, once it is known whom it lists and who speaks in it.
///
/// Lists tell more or less of people: a name or an id alone, names with ids, ids of another kind than
/// those of messages.
struct GenericPeople {
  private(set) var participants: [Participant] = []
  private let speakers: GenericSpeakers
  private let ids: Set<String>
  /// Whether the list's ids are of another kind than those of the messages.
  private let hasForeignIds: Bool
  /// Names that stand in the list for two people.
  private var shared: Set<String> = []
  private var names = DisplayNames()

  init(_ listed: [ListedPerson] = [], speakers: GenericSpeakers = GenericSpeakers()) {
    self.speakers = speakers
    ids = Set(listed.compactMap(\.id))
    hasForeignIds = !ids.contains(where: speakers.speaks)
    var identityOfName: [String: String] = [:]
    for person in listed {
      guard let name = person.name else { continue }
      let identity = person.id ?? person.aliases.first ?? ""
      if let other = identityOfName.updateValue(identity, forKey: name), other != identity {
        shared.insert(name)
      }
    }
    var met: Set<String> = []
    for person in listed {
      guard let id = id(of: person), met.insert(id).inserted else { continue }
      // Of somebody who is listed by an id alone, messages may tell the name.
      let isNamedById = person.name == id
      let told = speakers.name(ofId: id)
      let called = (isNamedById ? told : nil) ?? person.name ?? told ?? person.aliases.first ?? id
      let name = names.name(forId: id, called: called)
      participants.append(
        Participant(
          id: id, name: name, aliases: person.aliases.filter { $0 != called && $0 != id }))
    }
  }

  /// By which id messages speak of somebody, or would; nil for whoever stands in the list again, with the id.
  private func id(of person: ListedPerson) -> String? {
    if let id = person.id, !hasForeignIds || speakers.speaks(id) { return id }
    if person.id == nil {
      if person.names.contains(where: ids.contains) { return nil }
      if let id = person.names.first(where: speakers.speaks) { return id }
    }
    guard let name = person.name else { return person.id ?? person.aliases.first }
    if shared.contains(name) { return person.id ?? person.aliases.first ?? name }
    if let id = speakers.id(ofName: name), !ids.contains(id) { return id }
    return person.id ?? name
  }

  /// Who wrote a message: an id, or else what the file calls them, and a name of their own.
  mutating func sender(of record: GenericRecord) -> MessageDraft.Sender? {
    let author = record.author
    guard let called = author.name ?? author.id.map({ speakers.name(ofId: $0) ?? $0 }) else {
      return nil
    }
    // Where messages have names alone, the list of participants may know the ids.
    let id = author.id ?? names.id(ofName: called) ?? called
    return .init(id: id, name: names.name(forId: id, called: called), isUnique: true)
  }
}

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

  func speaks(_ id: String) -> Bool { nameById[id] != nil }

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
