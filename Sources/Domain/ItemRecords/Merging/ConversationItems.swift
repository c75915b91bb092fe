import ActionItems

/// The items of one conversation, in the order of their finding, and by which messages and times they are found.
///
/// A conversation may have thousands of items, and each of its windows concerns a few: this is kept from
/// window to window, and none of them goes through all.
public struct ConversationItems: Sendable {
  /// The items, those that were taken away among them.
  public private(set) var all: [KnownItem] = []
  private var places: [String: Int] = [:]
  /// The items that rest on a message, or began with it.
  private var byMessage: [String: [Int]] = [:]
  private var times = TimedPlaces()
  /// Of each item the signature of its wording; all bits where it has several, or none was looked at yet.
  private var signatures: [UInt64] = []
  /// Items of whose messages the time of any is not known, in ascending order.
  private(set) var undated: [Int] = []
  /// How many of the items that are there bear each title, and how many there are.
  private var titles: [String?: Int] = [:]
  private var present = 0
  /// The title that all of them are still to bear.
  package private(set) var titleToCome: String?
  /// How many may be given another title by now.
  private var retitling = Self.freelyRetitled
  private var newest: NewestItem?
  private var byPerson: PlacesByPerson?
  /// Has the items that were among very many of one time.
  private var byWord = PlacesByWord()

  /// So many are given another title whatever it takes.
  private static let freelyRetitled = 1000

  /// Takes items in the order of their finding; `title` is one that all are still to bear.
  package init(_ items: [KnownItem] = [], titleToCome title: String?) {
    titleToCome = title
    for known in items { append(known) }
  }

  /// Takes items in the order of their finding.
  public init(_ items: [KnownItem] = []) { self.init(items, titleToCome: nil) }

  /// Takes over changes that were made elsewhere.
  public mutating func apply(_ changes: [ItemChange]) {
    for change in changes {
      if let place = places[change.known.item.id] {
        replace(place, with: change.known)
      } else {
        append(change.known)
      }
    }
  }

  // MARK: - Finding

  var count: Int { all.count }

  subscript(place: Int) -> KnownItem { all[place] }

  func place(ofItem id: String) -> Int? { places[id] }

  /// The items that rest on a message or began with it, in no order.
  func places(ofMessage id: String) -> [Int] { byMessage[id] ?? [] }

  /// The items of which a message was written in some stretch of seconds after 1970, in ascending order.
  func places(writtenIn range: ClosedRange<Int>) -> [Int] { times.places(in: range) }

  /// How many times of messages that items rest on lie in some stretch.
  func count(writtenIn range: ClosedRange<Int>) -> Int { times.count(in: range) }

  /// The latest items of whose messages no time at all is known, in ascending order.
  func latestUntimed(_ count: Int) -> [Int] {
    undated.reversed().lazy.filter { all[$0].times.isEmpty }.prefix(count).reversed()
  }

  func places(withoutTitle title: String) -> [Int] {
    if titles.isEmpty || titles.count == 1 && titles[title] != nil { return [] }
    return all.indices.filter {
      all[$0].removal == nil && all[$0].item.conversationTitle != title
    }
  }

  /// Whether all items are to be given a title now that so many messages were read; else it is kept to be given
  /// later.
  ///
  /// Where a chat is called otherwise in each of thousands of files, it is given once for as many messages and items
  /// as there are items.
  mutating func mayRetitle(to title: String, reading messages: Int) -> Bool {
    retitling += messages
    let others = present - titles[title, default: 0]
    titleToCome = others > retitling ? title : nil
    guard others > 0, titleToCome == nil else { return false }
    retitling -= others
    return true
  }

  /// Microseconds after 1970 of the newest item, and the title of the newest one that is there; `Int64.min`
  /// where no time is known. Those that were taken away tell how new what is known is, but not what it was
  /// called, unless there are no others.
  mutating func newestTitle() -> (time: Int64, title: String?)? {
    if newest == nil {
      for place in all.indices { newest = NewestItem(newest, all[place], at: place) }
    }
    return newest.map { ($0.time, titleToCome ?? all[$0.place].item.conversationTitle) }
  }

  /// Whether an item may name the same task as a wording with telling words: hardly any does, and a window's
  /// findings are held against all items of a week.
  func mayName(_ wording: TaskWording, at place: Int) -> Bool {
    let common = signatures[place] & wording.signature
    return common == wording.signature || common == signatures[place]
  }

  /// Whose the items may be.
  mutating func people() -> PlacesByPerson {
    if let byPerson { return byPerson }
    var made = PlacesByPerson()
    for place in all.indices { made.note(all[place], at: place) }
    byPerson = made
    return made
  }

  /// Notes by which words some items are found.
  mutating func noteWords(ofItems places: [Int]) {
    for place in places where !byWord.isNoted(place) {
      byWord.note(wordings(at: place), at: place)
    }
  }

  /// Those of the items whose words were noted that may name the same task as a wording, in ascending order; nil
  /// where they are not fewer than `limit`.
  func places(naming wording: TaskWording, fewerThan limit: Int) -> [Int]? {
    byWord.places(for: wording, fewerThan: limit)
  }

  /// Takes note of what a finding says of an item, before that is kept.
  mutating func note(_ finding: Finding, at place: Int) {
    byPerson?.note(finding.said, at: place)
  }

  /// An item's wordings as they are compared.
  mutating func wordings(at place: Int) -> [TaskWording] {
    if let made = all[place].compared.value, made.count == all[place].wordings.count {
      return made
    }
    all[place].prepareComparison()
    signatures[place] = Self.signature(of: all[place])
    return all[place].compared.value ?? []
  }

  // MARK: - Changing

  mutating func append(_ known: KnownItem) {
    let place = all.count
    all.append(known)
    retitling += 1
    signatures.append(Self.signature(of: known))
    places[known.item.id] = place
    byPerson?.note(known, at: place)
    if !byWord.isEmpty { byWord.note(wordings(at: place), at: place) }
    enter(place)
    if place == 0 || newest != nil { newest = NewestItem(newest, known, at: place) }
  }

  mutating func replace(_ place: Int, with known: KnownItem) {
    let before = all[place]
    signatures[place] = Self.signature(of: known)
    byPerson?.note(known, at: place)
    byWord.forget(place)
    let isElsewhere =
      before.firstMessageId != known.firstMessageId || before.item.evidence != known.item.evidence
      || before.item.source.timestamp != known.item.source.timestamp || before.times != known.times
      || before.isDated != known.isDated || before.removal != known.removal
      || before.item.conversationTitle != known.item.conversationTitle
    guard isElsewhere else {
      all[place] = known
      return
    }
    move(place, to: known)
    newest = newest.flatMap {
      $0.rests(on: before, at: place) ? nil : NewestItem($0, known, at: place)
    }
  }

  private mutating func enter(_ place: Int) {
    let known = all[place]
    for id in Self.messages(of: known) { byMessage[id, default: []].append(place) }
    for seconds in known.times { times.insert(place, at: seconds) }
    if !known.isDated { undated.enter(place) }
    countTitle(of: known)
  }

  private mutating func countTitle(of known: KnownItem) {
    guard known.removal == nil else { return }
    titles[known.item.conversationTitle, default: 0] += 1
    present += 1
  }

  /// Puts an item in the place of what it was: of thousands of messages that it rests on, few are others.
  private mutating func move(_ place: Int, to known: KnownItem) {
    let before = all[place]
    all[place] = known
    let (gone, come) = Self.difference(Self.messages(of: before), Self.messages(of: known))
    for id in gone {
      byMessage[id]?.removeAll { $0 == place }
      if byMessage[id]?.isEmpty == true { byMessage[id] = nil }
    }
    for id in come { byMessage[id, default: []].append(place) }
    let (past, now) = Self.difference(before.times, known.times)
    for seconds in past { times.remove(place, at: seconds) }
    for seconds in now { times.insert(place, at: seconds) }
    if known.isDated != before.isDated {
      if known.isDated { undated.removeAll { $0 == place } } else { undated.enter(place) }
    }
    if before.removal == nil {
      let title = before.item.conversationTitle
      let rest = (titles[title] ?? 1) - 1
      titles[title] = rest > 0 ? rest : nil
      present -= 1
    }
    countTitle(of: known)
  }

  /// What has to go from a list and what has to come to make another one of it, in whatever order; what both
  /// begin and end with is left alone.
  private static func difference<Element: Equatable>(
    _ before: [Element], _ now: [Element]
  ) -> (gone: ArraySlice<Element>, come: ArraySlice<Element>) {
    let same = zip(before, now).prefix { $0 == $1 }.count
    let (gone, come) = (before[same...], now[same...])
    let rest = zip(gone.reversed(), come.reversed()).prefix { $0 == $1 }.count
    return (gone.dropLast(rest), come.dropLast(rest))
  }

  private static func signature(of known: KnownItem) -> UInt64 {
    guard known.wordings.count == 1, let made = known.compared.value, made.count == 1 else {
      return .max
    }
    return made[0].signature
  }

  /// The messages that an item is found by, each once.
  private static func messages(of known: KnownItem) -> [String] {
    let evidence = known.item.evidence
    if evidence.count == 1, evidence[0].messageId == known.firstMessageId {
      return [known.firstMessageId]
    }
    var ids = [known.firstMessageId]
    var seen: Set = [known.firstMessageId]
    for one in evidence where seen.insert(one.messageId).inserted { ids.append(one.messageId) }
    return ids
  }
}
