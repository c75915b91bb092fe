import Encoding
import Store

/// Reads members of the JSON in the state files of remotes (`RemoteState` and its parts), strictly.
///
/// A member that is absent or null gives nil or a default. A member of another type is an error: if a damaged file
/// counted as empty, everything would be sent again.
struct StateFileReader {
  /// A problem of a state file.
  struct Problem: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }

  private let value: JSONValue
  /// The key of `value`, for messages; empty for the whole file.
  private let name: String

  init(_ value: JSONValue, name: String = "") { (self.value, self.name) = (value, name) }

  var isObject: Bool { value.object != nil }

  /// Returns a member that is not null. Throws if the value is neither null nor an object.
  private func member(_ key: String) throws -> JSONValue? {
    if value.isNull { return .none }
    guard isObject else { throw problem("", "an object") }
    guard let member = value[key], !member.isNull else { return .none }
    return member
  }

  private func problem(_ key: String, _ expected: String) -> Problem {
    let path = [name, key].filter { !$0.isEmpty }.joined(separator: ".")
    return Problem("\(path.isEmpty ? "it" : "'\(path)'") is not \(expected)")
  }

  func has(_ key: String) throws -> Bool { try member(key) != nil }

  func text(_ key: String) throws -> String? {
    guard let member = try member(key) else { return nil }
    guard let text = member.string else { throw problem(key, "a string") }
    return text
  }

  /// Returns a whole number of at least 0.
  func number(_ key: String) throws -> Int? {
    guard let member = try member(key) else { return nil }
    guard let number = member.int, number >= 0 else { throw problem(key, "a non-negative number") }
    return number
  }

  func flag(_ key: String) throws -> Bool {
    guard let member = try member(key) else { return false }
    guard let flag = member.bool else { throw problem(key, "true or false") }
    return flag
  }

  func values(_ key: String) throws -> StateFileReader {
    StateFileReader(try member(key) ?? .null, name: key)
  }

  func list(_ key: String) throws -> [StateFileReader] {
    guard let member = try member(key) else { return [] }
    guard let list = member.array else { throw problem(key, "a list") }
    return list.map { StateFileReader($0, name: key) }
  }

  func texts(_ key: String) throws -> [String] {
    guard let member = try member(key) else { return [] }
    let texts = (member.array ?? []).compactMap(\.string)
    guard texts.count == member.array?.count else { throw problem(key, "a list of strings") }
    return texts
  }

  func place(_ key: String) throws -> FeedCursor? {
    guard try member(key) != nil else { return nil }
    let place = try values(key)
    guard let store = try place.text("store"), let sequence = try place.number("sequence") else {
      throw problem(key, "a cursor")
    }
    let checksum = try place.number("checksum")
    let short = checksum.flatMap(UInt32.init(exactly:))
    guard (short == nil) == (checksum == nil) else { throw problem(key, "a cursor") }
    return FeedCursor(store: store, sequence: sequence, checksum: short)
  }
}
