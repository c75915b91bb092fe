import ActionItems

/// An index of a conversation's items by person: the items that may be assigned to the person, and those that the
/// person stated or handed over.
///
/// If many people write the same, each finding would otherwise be compared with everybody's items. It is only a
/// prefilter: entries are never removed, and callers check each candidate.
struct ItemPersonIndex: Sendable {
  private enum Role: Hashable {
    case holder, holderId, speaker, giver
  }

  private struct Key: Hashable {
    let role: Role
    let name: String
  }

  private var places: [Key: [Int]] = [:]
  /// Items that are or were unassigned, so that they may be anybody's.
  private(set) var anybodys: Set<Int> = []

  mutating func note(_ known: ItemRecord, at place: Int) {
    noteHolder(known.item.assignee, known.item.assigneeId, place)
    note(.speaker, known.item.source.sender, place)
    for said in known.keptStatements ?? [] { note(said, at: place) }
  }

  mutating func note(_ said: Mention, at place: Int) {
    noteHolder(said.assignee, said.assigneeId, place)
    note(.speaker, said.source.sender, place)
    if said.handsOver {
      if said.isReport || said.source.sender == nil { anybodys.insert(place) }
      note(.giver, said.source.sender, place)
    }
  }

  private mutating func noteHolder(_ name: String?, _ id: String?, _ place: Int) {
    if name == nil { anybodys.insert(place) }
    note(.holder, name, place)
    note(.holderId, id, place)
  }

  private mutating func note(_ role: Role, _ name: String?, _ place: Int) {
    if let name { places[Key(role: role, name: name), default: []].enter(place) }
  }

  /// The items that a finding may be about, in addition to anybody's, in ascending order; nil if it may be any item.
  func places(for finding: Finding) -> [Int]? {
    let (sender, senderId) = (finding.source.sender, finding.senderId)
    let isOwn = !finding.isReport && sender != nil
    var found: [ArraySlice<Int>] = []
    func add(_ role: Role, _ name: String?) {
      if let name, let places = places[Key(role: role, name: name)] { found.append(places[...]) }
    }
    func addThoseOfWriter() {
      add(.holder, sender)
      add(.holderId, senderId)
      add(.speaker, sender)
    }
    if finding.isDone, isOwn {
      addThoseOfWriter()
    } else {
      guard let name = finding.assignee else { return nil }
      add(.holder, name)
      add(.holderId, finding.assigneeId)
      // The finding may be the first mention of an item that was handed over afterwards.
      add(.giver, sender)
      add(.giver, name)
      if finding.handsOver {
        guard isOwn else { return nil }
        addThoseOfWriter()
      }
    }
    if found.count < 2 { return found.first.map(Array.init) ?? [] }
    return Set(found.joined()).sorted()
  }
}
