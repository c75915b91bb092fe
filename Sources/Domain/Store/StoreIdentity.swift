import Encoding

/// The contents of `store.json`: the store's id and format.
struct StoreIdentity: Hashable {
  let format: Int
  /// A random UUID, unique to a store. A store restored from a backup gets a new one.
  let id: String
  /// The store's first id, which its other files carry.
  let origin: String
  /// Whether the checksum of the ids is right.
  var isWhole = true

  static let name = "store.json"
  static let currentFormat = 1

  /// Reads it; nil if the folder contains no store.
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
    var identity = StoreIdentity(format: format, id: id, origin: value["origin"]?.string ?? id)
    identity.isWhole = value["sum"]?.string == identity.sum
    return identity
  }

  /// The error for a damaged file.
  static func damaged(in folder: any StorageFolder) -> StoreError {
    .damaged(
      path: "\(folder.path)/\(name)",
      problem: "it is invalid ('actionitems store renew' rewrites it; followers"
        + " of the store start over)")
  }

  /// The CRC-32C of the ids, in hex.
  private var sum: String {
    var text = "\(id) \(origin)"
    return text.withUTF8 { String(CRC32C.checksum(UnsafeRawBufferPointer($0)), radix: 16) }
  }

  /// Creates a new identity and writes it. The store exists from then on.
  static func create(in folder: any StorageFolder) throws -> StoreIdentity {
    let id = UUIDv4.random()
    let identity = StoreIdentity(format: currentFormat, id: id, origin: id)
    try identity.write(in: folder)
    return identity
  }

  /// Writes the same store under a new id, so that followers start over.
  ///
  /// If the file is damaged, the journal's first line gives the original id.
  func renew(in folder: any StorageFolder) throws -> StoreIdentity {
    let origin = isWhole ? origin : try JournalHeader.origin(in: folder) ?? origin
    let identity = StoreIdentity(format: format, id: UUIDv4.random(), origin: origin)
    try identity.write(in: folder)
    return identity
  }

  /// Damage in `store.json` that does not prevent opening the store; nil if the file is intact.
  static func damage(in folder: any StorageFolder) throws -> StoreError? {
    guard let identity = try read(in: folder) else { return nil }
    let bytes = try folder.open(name, .reading).read(1 << 16, at: 0)
    let isWhole = identity.isWhole && bytes == identity.bytes && identity.format >= 1
    return isWhole ? nil : damaged(in: folder)
  }

  private var bytes: [UInt8] {
    JSONValue.object([
      .init("format", .number(String(format))), .init("id", .string(id)),
      .init("origin", .string(origin)), .init("sum", .string(sum)),
    ]).line()
  }

  private func write(in folder: any StorageFolder) throws {
    try folder.replace(Self.name, with: bytes)
  }
}
