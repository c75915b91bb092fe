package import ActionItems
import ItemRecords
import Synchronization

/// Everybody known in a conversation, and how they may be called.
///
/// A window keeps who was known when it was cut, while others begin to speak: its copy shares the list, and knows the
/// beginning of it. Only the latest copy adds to the list that all share.
package struct People: Sendable {
  private var list = SharedList()
  /// How many of the list are known here.
  private var count: Int32 = 0
  private let directory: PeopleDirectory

  private final class SharedList: Sendable {
    let people = Mutex(PeopleList())
  }

  /// Starts with those whom the export lists. The directory tells by which names they go elsewhere.
  package init(_ participants: [Participant] = [], directory: PeopleDirectory = .empty) {
    self.directory = directory
    for participant in participants { add(participant) }
  }

  /// Adds somebody who speaks, unless known.
  package mutating func add(_ participant: Participant) {
    let others = list.people.withLock { people -> [Participant]? in
      guard people.count == count else { return people.first(count) }
      people.add(participant)
      count = people.count
      return nil
    }
    guard let others else { return }
    // Another copy went on by itself.
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

  /// Whether anybody is what `isMeant` says.
  func contains(where isMeant: (Participant) -> Bool) -> Bool {
    list.people.withLock { $0.first(count) }.contains(where: isMeant)
  }

  /// Whom a name means that a model gives: exactly; else whatever its case, accents and signs; else by handle or id;
  /// else by a first or last name or initials. Nil where it means nobody or several.
  package func match(_ name: String) -> Participant? {
    let bare = Self.bare(name)
    if let exact = exact(name) ?? exact(bare) { return exact }
    let form = NameForm(name)
    if let found = find(form) { return found }
    // The directory may tell two of one name apart.
    return person(of: [bare, form.whole, form.core]).flatMap(participant)
  }

  /// Whom words of a message mean, which may be any words: exactly, or folded, by the whole name, by first
  /// name, handle or id, if that is unambiguous.
  package func mention(_ words: String) -> Participant? {
    if let exact = exact(words) { return exact }
    let whole = NameForm.whole(of: words)
    let found = list.people.withLock { people -> Participant? in
      guard case .one(let place) = people.mention(whole, among: count) else { return nil }
      return people[place]
    }
    return found ?? person(of: [Self.bare(words)]).flatMap(participant)
  }

  /// What the directory calls somebody who is not in the conversation; nil for those not in it.
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

  /// Whoever is here by one of a person's names; two such participants would be two people.
  private func participant(of person: PeopleDirectory.Person) -> Participant? {
    let found = Set(person.allNames.compactMap { exact($0) ?? find(NameForm($0)) })
    return found.count == 1 ? found.first : nil
  }

  /// A name without the signs around it, as in `"@anna"`, `**Anna**` or `anna:`.
  private static func bare(_ name: String) -> String {
    let isOfName = { (character: Character) in character.isLetter || character.isNumber }
    guard let start = name.firstIndex(where: isOfName), let end = name.lastIndex(where: isOfName)
    else { return name }
    return String(name[start...end])
  }
}

extension Participant {
  /// Whether a person stands in a text by any name, or by a word of one.
  func stands(in text: FoldedText) -> Bool {
    ([name, id] + aliases).contains { name in
      let whole = FoldedText(name).bytes
      return Self.stands(whole, in: text)
        || whole.contains(0x20)
          && NameForm(name).words.contains { Self.stands(Array($0.utf8), in: text) }
    }
  }

  private static func stands(_ name: [UInt8], in text: FoldedText) -> Bool {
    guard name.count > 1 else { return false }
    // "Anna's" is folded to "annas".
    return text.holds(name: name[...]) || text.holds(name: (name + [UInt8(ascii: "s")])[...])
  }
}
