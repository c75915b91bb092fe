import ActionItemModel

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

  private struct Entry {
    /// As all of somebody's name.
    var whole = Found.nobody
    /// As a name without its title and what is told beside it.
    var core = Found.nobody
    /// As a handle, an id or another name.
    var handle = Found.nobody
    /// As what somebody is called by: the first name, the beginning of an address.
    var first = Found.nobody
    /// As another part of a name.
    var part = Found.nobody

    /// Whom the name means first of all.
    var best: Found {
      let name = whole.and(core)
      // "Anna (Ops)" is called Anna, and so is Anna Schmidt.
      if name != .nobody { return whole == .nobody ? name.and(first) : name }
      return handle != .nobody ? handle : first.and(part)
    }

    /// Whom words of a message mean by it.
    var mentioned: Found { whole.and(handle).and(first) }

    mutating func add(_ kind: Kind, _ place: Int32) {
      switch kind {
      case .whole: whole = whole.and(.one(place))
      case .core: core = core.and(.one(place))
      case .handle: handle = handle.and(.one(place))
      case .first: first = first.and(.one(place))
      case .part: part = part.and(.one(place))
      }
    }
  }

  private var entries: [String: Entry] = [:]

  mutating func reserve(_ count: Int) { entries.reserveCapacity(count * 6) }

  mutating func add(_ participant: Participant, place: Int32) {
    add(participant.name, as: .whole, place)
    if participant.id != participant.name { add(participant.id, as: .handle, place) }
    for alias in participant.aliases where alias != participant.name {
      add(alias, as: .handle, place)
    }
  }

  private mutating func add(_ name: String, as kind: Kind, _ place: Int32) {
    let form = NameForm(name)
    note(form.whole, kind, place)
    if form.whole.utf8.contains(UInt8(ascii: "@")), !form.whole.utf8.contains(0x20) {
      if let local = form.whole.split(separator: "@", maxSplits: 1).first.map(String.init) {
        note(local, .first, place)
        if let words = NameForm.handleWords(local) { note(words, .part, place) }
      }
      return
    }
    if form.words.isEmpty { return }
    if let words = NameForm.handleWords(form.whole) { note(words, .part, place) }
    if let mark = form.whole.utf8.firstIndex(of: UInt8(ascii: "#")) {
      note(String(form.whole[..<mark]), .part, place)
    }
    noteParts(of: form, place)
  }

  private mutating func noteParts(of form: NameForm, _ place: Int32) {
    let words = form.words
    let core = form.core
    if core != form.whole { note(core, .core, place) }
    guard words.count > 1 else {
      // "Frau Schmidt" is called by no first name.
      if core != form.whole, !form.hasTitle { note(core, .first, place) }
      return
    }
    let (first, last) = (words[0], words[words.count - 1])
    note(first, .first, place)
    // "Schmidt, Anna" is called by either.
    if form.isTurned { note(last, .first, place) }
    guard words.count <= Self.wordLimit, let firstLetter = first.unicodeScalars.first,
      let lastLetter = last.unicodeScalars.first
    else { return }
    if last.utf8.count > 1, !Self.pronouns.contains(last) { note(last, .part, place) }
    note(String(firstLetter) + " " + last, .part, place)
    note(first + " " + String(lastLetter), .part, place)
    note(Self.initials(String(firstLetter) + String(lastLetter)), .part, place)
    if words.count > 2 {
      note(NameForm.joined([first, last]), .part, place)
      note(NameForm.joined(Array(words.dropFirst())), .part, place)
      note(Self.initials(words.compactMap { $0.first.map(String.init) }.joined()), .part, place)
    }
  }

  private mutating func note(_ name: String, _ kind: Kind, _ place: Int32) {
    if name.isEmpty { return }
    entries[name, default: Entry()].add(kind, place)
  }

  /// Parts of what has more words are not looked for.
  private static let wordLimit = 6

  /// How initials are noted: no word begins so.
  private static func initials(_ letters: String) -> String { "\u{1}" + letters }

  // MARK: - Finding

  /// Whom a folded name means that stands among other words.
  func mention(_ name: String) -> Found { entries[name]?.mentioned ?? .nobody }

  /// Whom a name means, by the first of its forms that means anybody.
  func find(_ form: NameForm) -> Found {
    let whole = best(form.whole)
    if whole != .nobody { return whole }
    if form.words.isEmpty { return .nobody }
    let found = findCore(form)
    guard case .one = found else { return found }
    // "Anna (Ben)" is one of two.
    for tail in form.tails where found.and(mention(tail)) == .several { return .several }
    return found
  }

  private func findCore(_ form: NameForm) -> Found {
    let core = form.core
    if core != form.whole, case let found = best(core), found != .nobody { return found }
    if let owner = form.owner, case let found = best(owner), found != .nobody { return found }
    if let words = NameForm.handleWords(core), case let found = best(words), found != .nobody {
      return found
    }
    guard let letters = form.initials, !Self.acronyms.contains(letters) else { return .nobody }
    return best(Self.initials(letters))
  }

  private func best(_ name: String) -> Found { entries[name]?.best ?? .nobody }

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
