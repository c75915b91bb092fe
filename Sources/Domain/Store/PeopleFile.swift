package import ActionItems
import Encoding

/// The file `people.json` in the store's folder: the names of people across platforms.
///
/// `{"me":"Anna","people":[{"name":"Anna Schmidt","names":["anna","U012AB3CD","anna@example.com"]}]}`
package enum PeopleFile {
  package static let name = "people.json"
  /// The largest accepted file size in bytes.
  private static let limit = 16 << 20

  /// Reads the file; returns an empty directory if it does not exist.
  ///
  /// Throws `PeopleFileError` if it is invalid.
  package static func read(in folder: any StorageFolder) throws -> PeopleDirectory {
    guard let file = try folder.openIfThere(name) else { return .empty }
    guard try file.size() <= limit else { throw PeopleFileError(problem: "it is over 16 MB") }
    return try parse(try file.read(try file.size(), at: 0))
  }

  /// Refuses unknown keys, which are most likely misspelt.
  private static func check(
    _ value: JSONValue, has known: [String], _ what: String
  ) throws(PeopleFileError) {
    guard case .object(let members) = value,
      let key = members.first(where: { !known.contains($0.key) })?.key
    else { return }
    throw PeopleFileError(
      problem:
        "\(what) has the unknown key '\(key)'; it can have '\(known.joined(separator: "' and '"))'")
  }

  package static func parse(_ bytes: [UInt8]) throws(PeopleFileError) -> PeopleDirectory {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw PeopleFileError(problem: error.description)
    }
    try check(value, has: ["me", "people", "schema"], "the file")
    let entries: [JSONValue]
    switch (value["people"], value["me"]) {
    case (.array(let list)?, _): entries = list
    // A person with the same name everywhere needs no other entry.
    case (nil, .string?): entries = []
    default: throw PeopleFileError(problem: "it has no list 'people'")
    }
    var people: [PeopleDirectory.Person] = []
    for (place, entry) in entries.enumerated() {
      guard let name = entry["name"]?.string, !name.isEmpty else {
        throw PeopleFileError(problem: "number \(place + 1) of 'people' has no 'name'")
      }
      try check(entry, has: ["name", "names"], "'\(name)'")
      var names: [String] = []
      if let listed = entry["names"] {
        guard case .array(let list) = listed else {
          throw PeopleFileError(problem: "'names' of '\(name)' is not a list")
        }
        names = list.compactMap(\.string)
        if names.count != list.count {
          throw PeopleFileError(problem: "'names' of '\(name)' must contain only strings")
        }
      }
      people.append(PeopleDirectory.Person(name: name, names: names))
    }
    do {
      return try PeopleDirectory(people, me: value["me"]?.string)
    } catch {
      throw PeopleFileError(problem: error.description)
    }
  }
}

/// The reason why `people.json` is invalid.
package struct PeopleFileError: Error, Hashable, CustomStringConvertible {
  /// The message, to be shown after the file's name.
  package let problem: String

  package var description: String { problem }
}
