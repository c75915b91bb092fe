package import ActionItemModel
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
    list.people.withLock { $0.reserve(participants.count) }
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

  /// Whom a name means that a model gives: exactly; else whatever its case, accents, spaces and signs, with a
  /// title or something told beside it; else by handle or id; else by a first or last name or initials. Nil
  /// where it means nobody or several.
  package func match(_ name: String) -> Participant? {
    if let exact = exact(name) { return exact }
    let bare = Self.bare(name)
    if bare != name, let exact = exact(bare) { return exact }
    let form = NameForm(name)
    let (isNobody, person) = find(form)
    if let person { return person }
    if directory.people.isEmpty { return nil }
    // The directory may tell two of one name apart.
    let forms = [bare, form.whole] + (isNobody ? [form.core] : [])
    return self.person(of: forms).flatMap(participant)
  }

  /// Whom words of a message mean, which may be any words: exactly, or folded, by the whole name, by first
  /// name, handle or id, if that is unambiguous.
  package func mention(_ words: String) -> Participant? {
    if let exact = exact(words) { return exact }
    let whole = NameForm.whole(of: words)
    let found = list.people.withLock { people in
      people.participant(people.names.mention(whole, among: count))
    }
    if let found { return found }
    if directory.people.isEmpty { return nil }
    return person(of: [Self.bare(words)]).flatMap(participant)
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

  /// Whom a name means, and whether that is nobody rather than several.
  private func find(_ form: NameForm) -> (isNobody: Bool, person: Participant?) {
    list.people.withLock { people in
      let found = people.names.find(form, among: count)
      return (found == .nobody, people.participant(found))
    }
  }

  private func person(of names: [String]) -> PeopleDirectory.Person? {
    names.lazy.compactMap { directory.person(named: $0) }.first
  }

  /// Whoever is here by one of a person's names; two such participants would be two people.
  private func participant(of person: PeopleDirectory.Person) -> Participant? {
    let found = Set(
      person.allNames.compactMap { name in
        if let exact = exact(name) { return exact }
        return find(NameForm(name)).person
      })
    return found.count == 1 ? found.first : nil
  }

  /// A name without what stands around it, as in `"@anna"`, `**Anna**`, `<@U123|anna>` or `anna:`.
  private static func bare(_ name: String) -> String {
    if let first = name.utf8.first, let last = name.utf8.last, FoldedText.isWordByte(first | 0x20),
      FoldedText.isWordByte(last | 0x20)
    {
      return name
    }
    var name = Substring(name)
    if name.hasPrefix("<@") {
      name = name.dropFirst(2).prefix { $0 != ">" && $0 != "|" }
      if name.first == "!" { name.removeFirst() }
    }
    while let first = name.first, "@\"'`* ".contains(first) { name.removeFirst() }
    while let last = name.last, "\"'`*,.:; ".contains(last) { name.removeLast() }
    return String(name)
  }
}

extension Participant {
  /// Whether a person stands in a text by any name, or by a word of one.
  func stands(in text: FoldedText) -> Bool {
    ([name, id] + aliases).contains { name in
      let whole = FoldedText(name).bytes
      let words = whole.split(separator: 0x20)
      return Self.stands(whole[...], in: text)
        || words.count > 1 && words.contains { Self.stands($0, in: text) && Self.isOwn($0) }
    }
  }

  private static func stands(_ name: ArraySlice<UInt8>, in text: FoldedText) -> Bool {
    guard name.count > 1 else { return false }
    // "Anna's" is folded to "annas".
    return text.holds(name: name) || text.holds(name: (name + Array("s".utf8))[...])
  }

  /// Whether a word of a name is more than a title or a sign.
  private static func isOwn(_ word: ArraySlice<UInt8>) -> Bool {
    let name = NameForm(String(decoding: word, as: UTF8.self))
    return name.words.count == 1 && !NameTitles.isTitle(name.words[0], isDotted: false)
  }
}
