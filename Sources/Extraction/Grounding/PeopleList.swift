import ActionItemModel

/// People in the order in which they came, and how they may be called: whoever says how many of them are known is
/// answered as if no more had come.
struct PeopleList {
  private var participants: [Participant] = []
  private var byName: [String: Int32] = [:]
  /// The last one of each id.
  private var byId: [String: Int32] = [:]
  /// Of each who came under an id that was known, the one before of that id; else -1.
  private var before: [Int32] = []
  /// The first place of those who have several names under one id.
  private var roots: [String: Int32] = [:]
  private(set) var names = NameTable()

  mutating func reserve(_ count: Int) {
    participants.reserveCapacity(count)
    before.reserveCapacity(count)
    byName.reserveCapacity(count)
    byId.reserveCapacity(count)
    names.reserve(count)
  }

  var count: Int32 { Int32(participants.count) }

  subscript(place: Int32) -> Participant { participants[Int(place)] }

  func first(_ count: Int32) -> [Participant] { Array(participants.prefix(Int(count))) }

  /// The one whom a name means; nil where that is nobody or several.
  func participant(_ found: NameTable.Found) -> Participant? {
    if case .one(let place) = found { self[place] } else { nil }
  }

  /// Adds somebody, unless known.
  mutating func add(_ participant: Participant) {
    let place = count
    guard byName[participant.name] == nil else { return }
    byName[participant.name] = place
    let last = byId.updateValue(place, forKey: participant.id)
    before.append(last ?? -1)
    // Who has a second name under one id is one person still.
    let known = roots[participant.id] ?? last
    if let known { roots[participant.id] = known }
    participants.append(participant)
    names.add(participant, at: place, as: known ?? place)
  }

  func place(named name: String, among count: Int32) -> Int32? {
    byName[name].flatMap { $0 < count ? $0 : nil }
  }

  func place(withId id: String, among count: Int32) -> Int32? {
    guard var place = byId[id] else { return nil }
    while place >= count { place = before[Int(place)] }
    return place < 0 ? nil : place
  }
}
