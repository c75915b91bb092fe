import ActionItems

/// The items of one conversation, in the order in which they were found, with indexes by message, time, person and
/// word.
///
/// A place is an index in `all`. A conversation may have thousands of items, of which each window concerns a few. The
/// indexes are kept between windows, so that no window visits all items.
public struct ConversationItems: Sendable {
  /// The items, including removed ones.
  public private(set) var all: [ItemRecord] = []
  private var places: [String: Int] = [:]
  /// The places of the items that a message supports or started, by message id.
  private var byMessage: [String: [Int]] = [:]
  private var times = ItemTimeIndex()
  /// The signature of each item's wording; all bits if it has several, or if none was computed yet.
  private var signatures: [UInt64] = []
  /// The items with any message of unknown time, in ascending order.
  private(set) var undated: [Int] = []
  /// The number of current items with each title, and the number of all current items.
  private var titles: [String?: Int] = [:]
  private var present = 0
  /// The postponed title, which the items still have to receive; nil if none is postponed.
  package private(set) var titleToCome: String?
  /// The number of items that may be retitled at present.
  private var retitling = Self.freelyRetitled
  private var newest: NewestItem?
  private var byPerson: ItemPersonIndex?
  /// Indexes only items that were among very many of one time.
  private var byWord = ItemWordIndex()

  /// The number of items that may always be retitled.
  private static let freelyRetitled = 1000

  /// Creates the collection from items in the order in which they were found. `title` is a title that all of them
  /// still have to receive.
  package init(_ items: [ItemRecord] = [], titleToCome title: String?) {
    titleToCome = title
    for known in items { append(known) }
  }

  /// Creates the collection from items in the order in which they were found.
  public init(_ items: [ItemRecord] = []) { self.init(items, titleToCome: nil) }

  /// Applies changes that were made elsewhere.
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

  subscript(place: Int) -> ItemRecord { all[place] }

  func place(ofItem id: String) -> Int? { places[id] }

  /// The place of the item that stands for one: the item itself, or the one that a person merged it into.
  func standing(for place: Int) -> Int {
    var place = place
    for _ in 0..<ItemRecord.longestChain {
      guard let id = all[place].merge?.id, let next = places[id] else { break }
      place = next
    }
    return place
  }

  /// The items that a message supports or started, in no order.
  func places(ofMessage id: String) -> [Int] { byMessage[id] ?? [] }

  /// The items with a message written in a range of seconds since 1970, in ascending order.
  func places(writtenIn range: ClosedRange<Int>) -> [Int] { times.places(in: range) }

  /// The number of message times of items in a range of seconds since 1970.
  func count(writtenIn range: ClosedRange<Int>) -> Int { times.count(in: range) }

  /// The latest items without any known message time, in ascending order.
  func latestUntimed(_ count: Int) -> [Int] {
    undated.reversed().lazy.filter { all[$0].times.isEmpty }.prefix(count).reversed()
  }

  func places(withoutTitle title: String) -> [Int] {
    if titles.isEmpty || titles.count == 1 && titles[title] != nil { return [] }
    return all.indices.filter {
      all[$0].removal == nil && all[$0].item.conversationTitle != title
    }
  }

  /// Returns whether all items should be retitled now that so many messages were read. Otherwise the title is
  /// postponed.
  ///
  /// A chat may have another title in each of thousands of files. Retitling therefore costs at most one item for each
  /// message and item read.
  mutating func mayRetitle(to title: String, reading messages: Int) -> Bool {
    retitling += messages
    let others = present - titles[title, default: 0]
    titleToCome = others > retitling ? title : nil
    guard others > 0, titleToCome == nil else { return false }
    retitling -= others
    return true
  }

  /// The time of the newest item, in microseconds since 1970, and the title of the newest current one. The time is
  /// `Int64.min` if no time is known.
  ///
  /// Removed items count for the time. They count for the title only if there are no others.
  mutating func newestTitle() -> (time: Int64, title: String?)? {
    if newest == nil {
      for place in all.indices { newest = NewestItem(newest, all[place], at: place) }
    }
    return newest.map { ($0.time, titleToCome ?? all[$0.place].item.conversationTitle) }
  }

  /// Returns whether an item may name the same task as a wording with significant words. Hardly any item does, and a
  /// window's findings are compared with all items of a week.
  func mayName(_ wording: TaskWording, at place: Int) -> Bool {
    let common = signatures[place] & wording.signature
    return common == wording.signature || common == signatures[place]
  }

  /// The items by person.
  mutating func people() -> ItemPersonIndex {
    if let byPerson { return byPerson }
    var made = ItemPersonIndex()
    for place in all.indices { made.note(all[place], at: place) }
    byPerson = made
    return made
  }

  /// Indexes some items by their words.
  mutating func noteWords(ofItems places: [Int]) {
    for place in places where !byWord.isNoted(place) {
      byWord.note(wordings(at: place), at: place)
    }
  }

  /// The indexed items that may name the same task as a wording, in ascending order; nil if there are `limit` or more.
  func places(naming wording: TaskWording, fewerThan limit: Int) -> [Int]? {
    byWord.places(for: wording, fewerThan: limit)
  }

  /// Indexes the people in a finding for an item, before the finding is stored.
  mutating func note(_ finding: Finding, at place: Int) {
    byPerson?.note(finding.mention, at: place)
  }

  /// An item's wordings in the form used for comparison.
  mutating func wordings(at place: Int) -> [TaskWording] {
    if let made = all[place].compared.value, made.count == all[place].wordings.count {
      return made
    }
    all[place].prepareComparison()
    signatures[place] = Self.signature(of: all[place])
    return all[place].compared.value ?? []
  }

  // MARK: - Changing

  mutating func append(_ known: ItemRecord) {
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

  mutating func replace(_ place: Int, with known: ItemRecord) {
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

  private mutating func countTitle(of known: ItemRecord) {
    guard known.removal == nil else { return }
    titles[known.item.conversationTitle, default: 0] += 1
    present += 1
  }

  /// Replaces an item by a new version. It may have thousands of messages, of which few change.
  private mutating func move(_ place: Int, to known: ItemRecord) {
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

  /// The elements to remove from a list and to add to it to get another one, ignoring order. The common start and end
  /// are left alone.
  private static func difference<Element: Equatable>(
    _ before: [Element], _ now: [Element]
  ) -> (gone: ArraySlice<Element>, come: ArraySlice<Element>) {
    let same = zip(before, now).prefix { $0 == $1 }.count
    let (gone, come) = (before[same...], now[same...])
    let rest = zip(gone.reversed(), come.reversed()).prefix { $0 == $1 }.count
    return (gone.dropLast(rest), come.dropLast(rest))
  }

  private static func signature(of known: ItemRecord) -> UInt64 {
    guard known.wordings.count == 1, let made = known.compared.value, made.count == 1 else {
      return .max
    }
    return made[0].signature
  }

  /// The ids of the messages that an item is indexed by, each once.
  private static func messages(of known: ItemRecord) -> [String] {
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
