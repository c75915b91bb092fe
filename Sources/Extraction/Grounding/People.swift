public import ActionItemModel

/// Everybody known in a conversation, and how they may be called.
public struct People: Sendable {
  private var byName: [String: Participant] = [:]
  /// Names in lower case, and whom they mean; nil where they mean several.
  private var byLooseName: [String: String?] = [:]
  private var byId: [String: Participant] = [:]

  private let directory: PeopleDirectory

  /// Starts with those whom the export lists. The directory tells by which names they go elsewhere.
  public init(_ participants: [Participant] = [], directory: PeopleDirectory = .empty) {
    self.directory = directory
    for participant in participants { add(participant) }
  }

  /// Everybody, in no particular order.
  public var all: some Collection<Participant> { byName.values }

  /// Adds somebody who speaks, unless known.
  public mutating func add(_ participant: Participant) {
    guard !isKnown(participant.name) else { return }
    byName[participant.name] = participant
    byId[participant.id] = participant
    for name in Self.looseNames(of: participant) {
      switch byLooseName[name] {
      case nil: byLooseName[name] = .some(participant.name)
      case .some(participant.name): break
      case .some: byLooseName[name] = .some(nil)
      }
    }
  }

  /// Whether somebody of that name is known.
  public func isKnown(_ name: String) -> Bool { byName.keys.contains(name) }

  /// The participant of an id.
  public func participant(withId id: String) -> Participant? { byId[id] }

  /// Whom a name means: exactly, or in another case, by first name, handle or id, if that is
  /// unambiguous; nil where it means nobody or several.
  public func match(_ name: String) -> Participant? {
    if let exact = byName[name] ?? byId[name] { return exact }
    if let found = matchLoosely(name) { return found }
    guard let person = directory.person(named: Self.loose(name)) else { return nil }
    // Whoever goes by another of the names here; two such participants would be two people.
    let found = Set(
      person.allNames.compactMap { byName[$0] ?? byId[$0] ?? matchLoosely($0) })
    return found.count == 1 ? found.first : nil
  }

  /// What the directory calls somebody who is not in the conversation; nil for those not in it.
  public func knownName(_ name: String) -> String? {
    directory.person(named: Self.loose(name))?.name
  }

  private func matchLoosely(_ name: String) -> Participant? {
    let loose = Self.loose(name)
    guard !loose.isEmpty, case .some(.some(let found)) = byLooseName[loose] else { return nil }
    return byName[found]
  }

  private static func looseNames(of participant: Participant) -> [String] {
    var names: [String] = []
    func note(_ name: String) {
      if !name.isEmpty, !names.contains(name) { names.append(name) }
    }
    func noteAll(_ name: String) {
      note(loose(name))
      // "Anna Schmidt" is called Anna, "anna@example.com" and "anna_s" are handles.
      for separator in [UInt8(ascii: " "), UInt8(ascii: "@")] where name.utf8.contains(separator) {
        if let first = name.utf8.split(separator: separator, maxSplits: 1).first {
          note(loose(String(Substring(first))))
        }
      }
    }
    noteAll(participant.name)
    if participant.id != participant.name { noteAll(participant.id) }
    for alias in participant.aliases { noteAll(alias) }
    return names
  }

  /// A name in small letters, without what stands around it.
  private static func loose(_ name: String) -> String {
    if let first = name.utf8.first, let last = name.utf8.last,
      isPlain(first), isPlain(last), name.utf8.allSatisfy({ $0 < 0x80 })
    {
      return name.lowercased()
    }
    var name = Substring(name.lowercased())
    while let first = name.first, first == "@" || first == "\"" || first == " " {
      name.removeFirst()
    }
    while let last = name.last, "\",.:; ".contains(last) { name.removeLast() }
    return String(name)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
  }
}
