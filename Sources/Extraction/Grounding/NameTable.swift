import ActionItemModel
import ItemRecords

/// Whom folded names mean, each by what it is to whom.
struct NameTable {
  /// Whom a name means; participants are told by their places.
  enum Found: Equatable {
    case nobody, several
    case one(Int32)

    func and(_ other: Found) -> Found {
      if self == .nobody { return other }
      return other == .nobody || other == self ? self : .several
    }
  }

  /// What a name may be to somebody.
  private enum Kind {
    case whole, core, handle, first, part
  }

  /// Whom a name means once so many people are known: nobody at first, then one, and then perhaps several.
  private struct Meaning {
    /// Who is meant first, as long as nobody else is.
    private var who: Int32 = 0
    /// The places from which on somebody is meant, and several are.
    private var (since, severalSince) = (Int32.max, Int32.max)

    mutating func add(_ person: Int32, at place: Int32) {
      if since == .max {
        (who, since) = (person, place)
      } else if who != person, severalSince == .max {
        severalSince = place
      }
    }

    func found(among count: Int32) -> Found {
      since >= count ? .nobody : severalSince >= count ? .one(who) : .several
    }
  }

  private struct Entry {
    /// As all of somebody's name.
    var whole = Meaning()
    /// As a name without its title and what is told beside it.
    var core = Meaning()
    /// As a handle, an id or another name.
    var handle = Meaning()
    /// As what somebody is called by: the first name, the beginning of an address.
    var first = Meaning()
    /// As another part of a name.
    var part = Meaning()

    /// Whom the name means first of all.
    func best(among count: Int32) -> Found {
      let whole = whole.found(among: count)
      let name = whole.and(core.found(among: count))
      let first = first.found(among: count)
      // "Anna (Ops)" is called Anna, and so is Anna Schmidt.
      if name != .nobody { return whole == .nobody ? name.and(first) : name }
      let handle = handle.found(among: count)
      return handle != .nobody ? handle : first.and(part.found(among: count))
    }

    /// Whom words of a message mean by it.
    func mentioned(among count: Int32) -> Found {
      whole.found(among: count).and(handle.found(among: count)).and(first.found(among: count))
    }

    mutating func add(_ kind: Kind, _ person: Int32, at place: Int32) {
      switch kind {
      case .whole: whole.add(person, at: place)
      case .core: core.add(person, at: place)
      case .handle: handle.add(person, at: place)
      case .first: first.add(person, at: place)
      case .part: part.add(person, at: place)
      }
    }
  }

  private var entries: [String: Entry] = [:]

  mutating func reserve(_ count: Int) { entries.reserveCapacity(count * 6) }

  /// Where the last one stands who was added.
  private var place: Int32 = 0

  /// Adds somebody at a place behind all others, who may be a person known before.
  mutating func add(_ participant: Participant, at place: Int32, as person: Int32) {
    self.place = place
    add(participant.name, as: .whole, person)
    if participant.id != participant.name { add(participant.id, as: .handle, person) }
    for alias in participant.aliases where alias != participant.name {
      add(alias, as: .handle, person)
    }
  }

  private mutating func add(_ name: String, as kind: Kind, _ person: Int32) {
    let form = NameForm(name)
    note(form.whole, kind, person)
    if form.whole.utf8.contains(UInt8(ascii: "@")), !form.whole.utf8.contains(0x20) {
      if let local = form.whole.split(separator: "@", maxSplits: 1).first.map(String.init) {
        note(local, .first, person)
        if let words = NameForm.handleWords(local) { note(words, .part, person) }
      }
      return
    }
    if form.words.isEmpty { return }
    if let words = NameForm.handleWords(form.whole) { note(words, .part, person) }
    if let mark = form.whole.utf8.firstIndex(of: UInt8(ascii: "#")) {
      note(String(form.whole[..<mark]), .part, person)
    }
    noteParts(of: form, person)
  }

  private mutating func noteParts(of form: NameForm, _ person: Int32) {
    let words = form.words
    let core = form.core
    if core != form.whole { note(core, .core, person) }
    guard words.count > 1 else {
      // "Frau Schmidt" is called by no first name.
      if core != form.whole, !form.hasTitle { note(core, .first, person) }
      return
    }
    let (first, last) = (words[0], words[words.count - 1])
    note(first, .first, person)
    // "Schmidt, Anna" is called by either.
    if form.isTurned { note(last, .first, person) }
    guard words.count <= Self.wordLimit, let firstLetter = first.unicodeScalars.first,
      let lastLetter = last.unicodeScalars.first
    else { return }
    if last.utf8.count > 1, !Self.pronouns.contains(last) { note(last, .part, person) }
    note(String(firstLetter) + " " + last, .part, person)
    note(first + " " + String(lastLetter), .part, person)
    note(Self.initials(String(firstLetter) + String(lastLetter)), .part, person)
    if words.count > 2 {
      note(NameForm.joined([first, last]), .part, person)
      note(NameForm.joined(Array(words.dropFirst())), .part, person)
      note(Self.initials(words.compactMap { $0.first.map(String.init) }.joined()), .part, person)
    }
  }

  private mutating func note(_ name: String, _ kind: Kind, _ person: Int32) {
    if name.isEmpty { return }
    entries[name, default: Entry()].add(kind, person, at: place)
  }

  /// Parts of what has more words are not looked for.
  private static let wordLimit = 6

  /// How initials are noted: no word begins so.
  private static func initials(_ letters: String) -> String { "\u{1}" + letters }

  // MARK: - Finding

  /// Whom a folded name means, of the first so many, that stands among other words.
  func mention(_ name: String, among count: Int32) -> Found {
    entries[name]?.mentioned(among: count) ?? .nobody
  }

  /// Whom of the first so many a name means, by the first of its forms that means anybody.
  func find(_ form: NameForm, among count: Int32) -> Found {
    let whole = best(form.whole, count)
    if whole != .nobody { return whole }
    if form.words.isEmpty { return .nobody }
    let found = findCore(form, count)
    guard case .one = found else { return found }
    // "Anna (Ben)" is one of two.
    for tail in form.tails where found.and(mention(tail, among: count)) == .several {
      return .several
    }
    return found
  }

  private func findCore(_ form: NameForm, _ count: Int32) -> Found {
    let core = form.core
    if core != form.whole, case let found = best(core, count), found != .nobody { return found }
    if let owner = form.owner, case let found = best(owner, count), found != .nobody {
      return found
    }
    if let words = NameForm.handleWords(core), case let found = best(words, count),
      found != .nobody
    {
      return found
    }
    guard let letters = form.initials, !Self.acronyms.contains(letters) else { return .nobody }
    return best(Self.initials(letters), count)
  }

  private func best(_ name: String, _ count: Int32) -> Found {
    entries[name]?.best(among: count) ?? .nobody
  }

  /// Words that are said of anybody, whoever is called so.
  static let pronouns: Set<String> = [
    "he", "she", "they", "him", "her", "them", "it", "we", "us", "you", "me", "er", "ihm", "ihn",
    "wir", "uns", "man", "es", "sie", "ihnen", "ihr", "du", "dich", "dir", "ich", "euch",
  ]
  /// What is rather a part of a firm than anybody's initials.
  private static let acronyms: Set<String> = pronouns.union([
    "hr", "qa", "pr", "pm", "pms", "po", "pos", "ux", "ui", "ai", "ml", "bi", "rd", "ceo", "cto",
    "cfo", "coo", "cio", "cpo", "ciso", "vp", "sre", "devs", "dev", "ops", "all", "na", "tbd",
    "tba", "ok", "eod", "asap", "fyi", "api", "csm", "sdr", "ae", "cs", "se", "em", "tl", "dpo",
    "gf", "br", "edv",
  ])
}
