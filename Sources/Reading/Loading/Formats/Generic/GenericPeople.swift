import ActionItems

/// The people of a conversation in JSON of any program, combined from its list of participants and its speakers.
///
/// A list may have names, ids, both, or other ids than the messages. Below: `GenericSpeakers`, the messages' senders.
struct GenericPeople {
  private(set) var participants: [Participant] = []
  private let speakers: GenericSpeakers
  private let ids: Set<String>
  /// Whether the messages use no id of the list.
  private let hasForeignIds: Bool
  /// Names that the list gives to two people.
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
      // If the list has only an id, the messages may have the name.
      let isNamedById = person.name == id
      let told = speakers.name(ofId: id)
      let called = (isNamedById ? told : nil) ?? person.name ?? told ?? person.aliases.first ?? id
      let name = names.name(forId: id, called: called)
      participants.append(
        Participant(
          id: id, name: name, aliases: person.aliases.filter { $0 != called && $0 != id }))
    }
  }

  /// The id that messages use for a person.
  ///
  /// Nil for an entry without an id if another entry has the person with an id.
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

  /// The sender of a message: an id, or else the name in the file, and a unique name.
  mutating func sender(of record: GenericRecord) -> MessageDraft.Sender? {
    let author = record.author
    guard let called = author.name ?? author.id.map({ speakers.name(ofId: $0) ?? $0 }) else {
      return nil
    }
    // If messages have only names, the list of participants may have the ids.
    let id = author.id ?? names.id(ofName: called) ?? called
    return .init(id: id, name: names.name(forId: id, called: called), isUnique: true)
  }
}

/// The speakers of a conversation object, found by the first pass.
struct GenericSpeakers {
  /// The first name that messages give with each id; nil without a name.
  private var nameById: [String: String?] = [:]
  /// The id that messages give with each name; nil if there are several.
  private var idByName: [String: String?] = [:]
  /// The speakers noted so far, by the digests of the file's spelling.
  private var met: Set<UInt64> = []

  /// The most speakers noted.
  private static let limit = 100_000

  func speaks(_ id: String) -> Bool { nameById[id] != nil }

  func name(ofId id: String) -> String? { nameById[id] ?? nil }

  /// The id that messages give with a name; nil without one or with several.
  func id(ofName name: String) -> String? { idByName[name] ?? nil }

  /// Notes the sender of a message; `digest` stands for the file's spelling of id and name.
  mutating func note(_ digest: UInt64, _ sender: @autoclosure () -> Sender) {
    guard met.count < Self.limit, met.insert(digest).inserted else { return }
    let sender = sender()
    guard let id = sender.id else { return }
    nameById[id] = .some(self.name(ofId: id) ?? sender.name)
    guard let name = sender.name else { return }
    let isShared = idByName[name].map { $0 != id } ?? false
    idByName[name] = .some(isShared ? nil : id)
  }

  /// The sender of a message, as the message states it.
  struct Sender {
    let id: String?
    let name: String?

    init(_ record: GenericRecord) {
      (id, name) = record.author
    }
  }
}
