/// The names of people across platforms, as listed in `people.json`. `AssigneeFilter` filters items by assignee.
public struct PeopleDirectory: Hashable, Sendable {
  /// A person with all their names.
  public struct Person: Hashable, Sendable {
    /// The name shown in lists.
    public var name: String
    /// Other names, handles, addresses, numbers and ids.
    public var names: [String]

    /// Creates a person; `names` need not contain `name`.
    public init(name: String, names: [String]) {
      self.name = name
      self.names = names
    }

    /// All names of this person.
    public var allNames: [String] { [name] + names }
  }

  /// The people in the order in which they were given.
  public let people: [Person]
  /// The person whom `me` refers to; nil if not set.
  public let me: Person?
  private let byName: [String: Int]

  /// Creates a directory; `me` is any name of one of the people.
  ///
  /// Throws `Problem` if two people share a name, or if `me` is not a name of any of them.
  public init(_ people: [Person] = [], me: String? = nil) throws(Problem) {
    var people = people
    // A person with the same name everywhere need not be listed.
    if let me, !me.isEmpty, people.isEmpty { people = [Person(name: me, names: [])] }
    var byName: [String: Int] = [:]
    for (place, person) in people.enumerated() {
      for name in person.allNames {
        let old = byName.updateValue(place, forKey: Self.loose(name))
        if let old, old != place { throw .ambiguous(name) }
      }
    }
    self.people = people
    self.byName = byName
    if let me {
      guard let place = byName[Self.loose(me)] else { throw .unknownMe(me) }
      self.me = people[place]
    } else {
      self.me = nil
    }
  }

  /// A directory without people.
  public static let empty = PeopleDirectory()

  private init() { (people, me, byName) = ([], nil, [:]) }

  /// The person with a name, regardless of case; nil if the name is unknown.
  public func person(named name: String) -> Person? {
    byName.isEmpty ? nil : byName[Self.loose(name)].map { people[$0] }
  }

  /// The person with a name, or the only one with this word in a name; nil if there is none.
  public func person(matching name: String) -> Person? {
    if let person = person(named: name) { return person }
    let word = Self.loose(name)
    let found = people.filter { person in
      person.allNames.contains {
        Self.loose($0).split { !$0.isLetter && !$0.isNumber }.contains { $0 == word }
      }
    }
    return found.count == 1 ? found[0] : nil
  }

  /// Returns the item with its assignee's name as listed here, or unchanged if the assignee is not listed.
  public func named(_ item: ActionItem) -> ActionItem {
    guard
      let person = item.assigneeId.flatMap(person(named:)) ?? item.assignee.flatMap(person(named:))
    else { return item }
    var item = item
    item.assignee = person.name
    return item
  }

  private static func loose(_ name: String) -> String {
    (name.hasPrefix("@") ? String(name.dropFirst()) : name).lowercased()
  }

  /// The reason why a directory is invalid.
  public enum Problem: Error, Hashable, CustomStringConvertible {
    /// Two people share this name.
    case ambiguous(String)
    /// `me` is not a name of any person in the directory.
    case unknownMe(String)

    /// The message shown to the user.
    public var description: String {
      switch self {
      case .ambiguous(let name): "'\(name)' is the name of two people"
      case .unknownMe(let name): "'me' is '\(name)', which is not a name in 'people'"
      }
    }
  }
}

/// A filter of items by assignee.
public enum AssigneeFilter: Hashable, Sendable {
  /// Items without an assignee.
  case nobody
  /// Items of a person with one of these names, all in lower case.
  case names(Set<String>)

  /// Creates a filter from names in any case.
  public init(names: [String]) {
    self = .names(Set(names.map { $0.lowercased() }))
  }

  /// Returns whether an item matches by name, first name or id of its assignee.
  public func matches(_ item: ActionItem) -> Bool {
    switch self {
    case .nobody: return item.assignee == nil
    case .names(let names):
      guard let assignee = item.assignee?.lowercased() else { return false }
      if names.contains(assignee) { return true }
      if let id = item.assigneeId?.lowercased(), names.contains(id) { return true }
      return assignee.split(separator: " ").first.map { names.contains(String($0)) } ?? false
    }
  }
}
