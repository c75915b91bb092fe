package import ActionItems
import ItemRecords
import Synchronization

/// The people known in a conversation. Finds the person that a name in a reply or a message refers to. Below: whether
/// a text names a person.
///
/// A window keeps the people known when it was cut, while later messages add more. Its copy shares the list and uses
/// only the first entries. Only the latest copy may append to the shared list.
package struct People: Sendable {
  private var list = SharedList()
  /// The number of entries of the shared list that this copy uses.
  private var count: Int32 = 0
  private let directory: PeopleDirectory

  private final class SharedList: Sendable {
    let people = Mutex(PeopleList())
  }

  /// Starts with the participants of the export. The directory has their names on other platforms.
  package init(_ participants: [Participant] = [], directory: PeopleDirectory = .empty) {
    self.directory = directory
    for participant in participants { add(participant) }
  }

  /// Adds a participant, unless already known.
  package mutating func add(_ participant: Participant) {
    let others = list.people.withLock { people -> [Participant]? in
      guard people.count == count else { return people.first(count) }
      people.add(participant)
      count = people.count
      return nil
    }
    guard let others else { return }
    // Another copy has appended to the list.
    let own = SharedList()
    count = own.people.withLock { people in
      for other in others + [participant] { people.add(other) }
      return people.count
    }
    list = own
  }

  package func isKnown(_ name: String) -> Bool {
    list.people.withLock { $0.place(named: name, among: count) != nil }
  }

  package func participant(withId id: String) -> Participant? {
    list.people.withLock { people in
      people.place(withId: id, among: count).map { people[$0] }
    }
  }

  /// Returns whether any known participant satisfies `isMeant`.
  func contains(where isMeant: (Participant) -> Bool) -> Bool {
    list.people.withLock { $0.first(count) }.contains(where: isMeant)
  }

  /// Returns the participant that a model's name refers to, or nil if it matches none or several.
  /// Tries the exact name first, then the folded name, the handle or id, and finally a first name, last name or
  /// initials.
  package func match(_ name: String) -> Participant? {
    let bare = Self.bare(name)
    if let exact = exact(name) ?? exact(bare) { return exact }
    let form = NameForm(name)
    if let found = find(form) { return found }
    // The directory may resolve an ambiguous name.
    return person(of: [bare, form.whole, form.core]).flatMap(participant)
  }

  /// Returns the participant that words of a message refer to; the words need not be a name.
  /// Tries an exact match, then the folded whole name, first name, handle or id if it is unambiguous.
  package func person(mentionedAs words: String) -> Participant? {
    if let exact = exact(words) { return exact }
    let whole = NameForm.whole(of: words)
    let found = list.people.withLock { people -> Participant? in
      guard case .one(let place) = people.person(mentionedAs: whole, among: count) else {
        return nil
      }
      return people[place]
    }
    return found ?? person(of: [Self.bare(words)]).flatMap(participant)
  }

  /// Returns the directory's name for a person outside the conversation; nil if the directory has none.
  package func knownName(_ name: String) -> String? {
    let form = NameForm(name)
    return person(of: [Self.bare(name), form.whole, form.core])?.name
  }

  private func exact(_ name: String) -> Participant? {
    list.people.withLock { people in
      (people.place(named: name, among: count) ?? people.place(withId: name, among: count))
        .map { people[$0] }
    }
  }

  private func find(_ form: NameForm) -> Participant? {
    list.people.withLock { people -> Participant? in
      guard case .one(let place) = people.find(form, among: count) else { return nil }
      return people[place]
    }
  }

  private func person(of names: [String]) -> PeopleDirectory.Person? {
    names.lazy.compactMap { directory.person(named: $0) }.first
  }

  /// Returns the participant with one of a person's names. Returns nil if several match, since they would be different
  /// people.
  private func participant(of person: PeopleDirectory.Person) -> Participant? {
    let found = Set(person.allNames.compactMap { exact($0) ?? find(NameForm($0)) })
    return found.count == 1 ? found.first : nil
  }

  /// Removes the punctuation around a name such as `"@anna"`, `**Anna**` or `anna:`.
  private static func bare(_ name: String) -> String {
    let isOfName = { (character: Character) in character.isLetter || character.isNumber }
    guard let start = name.firstIndex(where: isOfName), let end = name.lastIndex(where: isOfName)
    else { return name }
    return String(name[start...end])
  }
}

extension Participant {
  /// Returns whether a text contains any name of the person, or one word of it.
  func isNamed(in text: NormalisedText) -> Bool {
    ([name, id] + aliases).contains { name in
      let whole = NormalisedText(name).bytes
      return Self.stands(whole, in: text)
        || whole.contains(0x20)
          && NameForm(name).words.contains { Self.stands(Array($0.utf8), in: text) }
    }
  }

  private static func stands(_ name: [UInt8], in text: NormalisedText) -> Bool {
    guard name.count > 1 else { return false }
    // "Anna's" folds to "annas".
    return text.holds(name: name[...]) || text.holds(name: (name + [UInt8(ascii: "s")])[...])
  }
}
