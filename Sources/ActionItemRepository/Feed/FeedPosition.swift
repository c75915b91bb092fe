import JSONText
public import Journal

/// How far somebody has followed the change feed of a store, kept in the store's folder.
public struct FeedPosition: Hashable, Sendable {
  /// The id of the store.
  public var store: String
  /// The number of the last line that was taken.
  public var sequence: Int
  /// The checksum of that line; nil where none was taken yet.
  public var checksum: UInt32?

  /// Puts the parts together.
  public init(store: String, sequence: Int, checksum: UInt32?) {
    self.store = store
    self.sequence = sequence
    self.checksum = checksum
  }

  /// The folder in the store's folder where the positions of `watch` are.
  public static let watchFolder = "watch"

  /// Whether a name can be that of a position: letters, digits, `-`, `_` and `.`, 64 at most, and not hidden.
  public static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64 && !name.hasPrefix(".")
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
  }

  /// Reads the position of a name; nil where there is none yet.
  public static func read(_ name: String, in folder: any StorageFolder) throws -> FeedPosition? {
    let file = name + ".json"
    guard try folder.identity(of: file) != nil else { return nil }
    let bytes = try folder.open(file, .reading).read(1 << 16, at: 0)
    let value = try? JSONValue(parsing: bytes)
    guard let store = value?["store"]?.string, let sequence = value?["sequence"]?.int,
      sequence >= 0
    else {
      throw StoreError.damaged(
        path: "\(folder.path)/\(file)", problem: "it names no store and sequence")
    }
    return FeedPosition(
      store: store, sequence: sequence,
      checksum: value?["checksum"]?.int.flatMap(UInt32.init(exactly:)))
  }

  /// Keeps the position under a name: on disk when the call returns.
  public func write(_ name: String, in folder: any StorageFolder) throws {
    var writer = JSONWriter()
    writer.value([
      "store": .string(store), "sequence": .number("\(sequence)"),
      "checksum": checksum.map { .number("\($0)") } ?? .null,
    ])
    writer.endLine()
    let temporary = name + ".json.new"
    let file = try folder.open(temporary, .replacing)
    try file.append(writer.bytes)
    try file.sync()
    try folder.rename(temporary, to: name + ".json")
    try folder.sync()
  }
}
