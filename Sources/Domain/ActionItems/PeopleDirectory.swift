/// Who is who across platforms: one person's names, as a person wrote them down.
public struct PeopleDirectory: Hashable, Sendable {
  /// Somebody with all the names that mean them.
  public struct Person: Hashable, Sendable {
    /// What the person is called in lists.
    public var name: String
    /// Other names, handles, addresses, numbers and ids.
    public var names: [String]

    /// `name` is what is shown; `names` need not hold it.
    public init(name: String, names: [String]) {
      self.name = name
      self.names = names
    }

    /// All that means this person.
    public var allNames: [String] { [name] + names }
  }

  /// In the order in which they were given.
  public let people: [Person]
  /// Whom `me` means; nil where nobody said.
  public let me: Person?
  private let byName: [String: Int]

  /// Makes a directory. `me` is any name of one of the people.
  ///
  /// Throws `Problem` where a name means two people or `me` nobody.
  public init(_ people: [Person] = [], me: String? = nil) throws(Problem) {
    var people = people
    // Who has one name everywhere need not be listed.
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

  /// A directory of nobody.
  public static let empty = PeopleDirectory()

  private init() { (people, me, byName) = ([], nil, [:]) }

  /// Whom a name means, in any case; nil where it means nobody here.
  public func person(named name: String) -> Person? {
    byName.isEmpty ? nil : byName[Self.loose(name)].map { people[$0] }
  }

  private static func loose(_ name: String) -> String {
    (name.hasPrefix("@") ? String(name.dropFirst()) : name).lowercased()
  }

  /// What is wrong with a directory.
  public enum Problem: Error, Hashable, CustomStringConvertible {
    /// A name that two people have.
    case ambiguous(String)
    /// A `me` that nobody is called.
    case unknownMe(String)

    /// The sentence that a person reads.
    public var description: String {
      switch self {
      case .ambiguous(let name): "'\(name)' is the name of two people"
      case .unknownMe(let name): "'me' is '\(name)', which is nobody's name among 'people'"
      }
    }
  }
}

/// Whose items are wanted.
public enum WantedAssignee: Hashable, Sendable {
  /// Those that nobody in particular is to do.
  case nobody
  /// Those of whoever has one of these names, all in lower case.
  case names(Set<String>)

  /// Takes names in any case.
  public init(names: [String]) {
    self = .names(Set(names.map { $0.lowercased() }))
  }

  /// Whether an item is theirs: by name, first name or id.
  public func takes(_ item: ActionItem) -> Bool {
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
