import ActionItems

/// The storage of `People`: a list in order of arrival, with an index of names. Lookups take a count and ignore all
/// later entries.
struct PeopleList {
  /// The result of a lookup. `one` has the person's index.
  enum Found: Equatable {
    case nobody, several
    case one(Int32)

    func and(_ other: Found) -> Found {
      if self == .nobody { return other }
      return other == .nobody || other == self ? self : .several
    }
  }

  /// The indices of the people that a folded name refers to, by kind of name.
  private struct Entry {
    var whole: [Int32] = []
    /// A handle, an id or another name.
    var handle: [Int32] = []
    /// A first name or the beginning of an address.
    var first: [Int32] = []
    /// Another part of a name, or initials.
    var part: [Int32] = []
  }

  private var participants: [Participant] = []
  /// The first index of each participant's id. Several names with one id are one person.
  private var persons: [Int32] = []
  private var byName: [String: Int32] = [:]
  private var byId: [String: [Int32]] = [:]
  private var entries: [String: Entry] = [:]

  var count: Int32 { Int32(participants.count) }

  subscript(place: Int32) -> Participant { participants[Int(place)] }

  func first(_ count: Int32) -> [Participant] { Array(participants.prefix(Int(count))) }

  func place(named name: String, among count: Int32) -> Int32? {
    byName[name].flatMap { $0 < count ? $0 : nil }
  }

  /// Returns the latest index with an id.
  func place(withId id: String, among count: Int32) -> Int32? { byId[id]?.last { $0 < count } }

  // MARK: - Adding

  /// Adds a participant, unless the name is already known.
  mutating func add(_ participant: Participant) {
    let place = count
    guard byName[participant.name] == nil else { return }
    byName[participant.name] = place
    byId[participant.id, default: []].append(place)
    persons.append(byId[participant.id]?.first ?? place)
    participants.append(participant)
    note(participant.name, as: \.whole, place)
    for handle in [participant.id] + participant.aliases where handle != participant.name {
      note(handle, as: \.handle, place)
    }
  }

  private mutating func note(
    _ name: String, as kind: WritableKeyPath<Entry, [Int32]>, _ place: Int32
  ) {
    func note(_ name: String, _ kind: WritableKeyPath<Entry, [Int32]>) {
      if !name.isEmpty { entries[name, default: Entry()][keyPath: kind].append(place) }
    }
    let form = NameForm(name)
    note(form.whole, kind)
    if let at = name.firstIndex(of: "@"), at > name.startIndex, !name.contains(" ") {
      return note(NameForm.whole(of: String(name[..<at])), \.first)
    }
    if form.core != form.whole { note(form.core, \.first) }
    // The words of a handle are not indexed, nor are the parts of names with more than six words.
    guard 2...6 ~= form.words.count, name.contains(where: \.isWhitespace),
      let first = form.words.first, let last = form.words.last
    else { return }
    let (letter, lastLetter) = (first.prefix(1), last.prefix(1))
    note(first, \.first)
    if last.count > 1, !NameForm.pronouns.contains(last) { note(last, \.part) }
    for short in ["\(letter) \(last)", "\(first) \(lastLetter)", "\(letter) \(lastLetter)"] {
      note(short, \.part)
    }
    guard form.words.count > 2 else { return }
    note("\(first) \(last)", \.part)
    note(form.words.dropFirst().joined(separator: " "), \.part)
    note(form.words.map { $0.prefix(1) }.joined(separator: " "), \.part)
  }

  // MARK: - Finding

  /// Finds the person with a name among the first `count` people. Tries the whole name, then a handle, then a part.
  func find(_ form: NameForm, among count: Int32) -> Found {
    for name in [form.whole, form.core, form.initials ?? ""] {
      guard let entry = entries[name] else { continue }
      let parts = who(entry.first, count).and(who(entry.part, count))
      let found = [who(entry.whole, count), who(entry.handle, count), parts]
      if let found = found.first(where: { $0 != .nobody }) { return found }
    }
    return .nobody
  }

  /// Finds the person that a folded name in running text refers to, among the first `count` people.
  func person(mentionedAs name: String, among count: Int32) -> Found {
    guard let entry = entries[name] else { return .nobody }
    return who(entry.whole, count).and(who(entry.handle, count)).and(who(entry.first, count))
  }

  private func who(_ places: [Int32], _ count: Int32) -> Found {
    var found = Found.nobody
    for place in places.prefix(while: { $0 < count }) where found != .several {
      found = found.and(.one(persons[Int(place)]))
    }
    return found
  }
}
