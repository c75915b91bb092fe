import FoundationEssentials
import JSONText
import Journal

/// `store.json`: which store this is, and how it is written.
struct StoreIdentity: Hashable {
  /// The format's version.
  let format: Int
  /// A random UUID: two stores never share it, a store restored from a backup gets a new one.
  let id: String

  static let name = "store.json"
  /// The format that this version writes.
  static let currentFormat = 1

  /// Reads it; nil where the folder holds no store.
  static func read(in folder: any StorageFolder) throws -> StoreIdentity? {
    guard try folder.names().contains(name) else { return nil }
    let path = "\(folder.path)/\(name)"
    let file = try folder.open(name, .reading)
    let bytes = try file.read(1 << 16, at: 0)
    let value: JSONValue
    do {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw StoreError.damaged(path: path, problem: error.description)
    }
    guard let format = value["format"]?.int, let id = value["id"]?.string else {
      throw StoreError.damaged(path: path, problem: "format or id is missing")
    }
    if format > currentFormat {
      throw StoreError.newerFormat(path: folder.path, found: format, known: currentFormat)
    }
    return StoreIdentity(format: format, id: id)
  }

  /// Makes a new one and writes it; the store exists from then on.
  static func create(in folder: any StorageFolder) throws -> StoreIdentity {
    let identity = StoreIdentity(format: currentFormat, id: UUID().uuidString.lowercased())
    var writer = JSONWriter()
    writer.value(["format": .number(String(identity.format)), "id": .string(identity.id)])
    writer.endLine()
    let temporary = name + ".new"
    let file = try folder.open(temporary, .replacing)
    try file.append(writer.bytes)
    try file.sync()
    try folder.rename(temporary, to: name)
    try folder.sync()
    return identity
  }
}
