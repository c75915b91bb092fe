package import Store
import System

/// Reads, writes and removes the pairs of a store: `peers/<device>.json` in the store's folder, readable by its owner
/// only.
package enum Pairs {
  package static let folder = "peers"
  private static let largest = 64 << 10

  /// A problem of the contents of a pair's file.
  struct Damage: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }

  /// The reason why a pair's file or its name cannot be used.
  package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
  }

  /// All pairs ordered by name, and the problems of unreadable ones.
  package static func list(
    in store: any StorageFolder
  ) throws -> (pairs: [Pair], problems: [Failure]) {
    var (pairs, problems) = ([Pair](), [Failure]())
    for device in try devices(in: store) {
      do {
        if let pair = try read(device, in: store) { pairs.append(pair) }
      } catch let problem as Failure {
        problems.append(problem)
      }
    }
    return (pairs.sorted { $0.name < $1.name }, problems)
  }

  /// The pair with a device; nil if not paired. Throws if others than the owner can read or write the file.
  package static func read(_ device: String, in store: any StorageFolder) throws -> Pair? {
    guard PeerDevice.isID(device), try store.identity(of: folder) != nil else { return nil }
    let folder = try store.existingFolder(folder)
    let name = device + ".json"
    guard try folder.identity(of: name) != nil else { return nil }
    let path = "\(folder.path)/\(name)"
    let status: FileStatus
    do throws(SystemError) {
      status = try FileStatus(of: path, followsLinks: false)
    } catch {
      throw Failure(description: "cannot read \(path): \(error)")
    }
    guard status.isPrivate else {
      throw Failure(
        description:
          "cannot use \(path): other users can read it; run 'chmod 600 \(path)'")
    }
    let file = try folder.open(name, .reading)
    let size = try file.size()
    do throws(Damage) {
      guard size <= largest else { throw Damage("it is too large") }
      let pair = try Pair(read(file, size))
      guard pair.device == device else { throw Damage("it belongs to another device") }
      return pair
    } catch {
      throw Failure(
        description: "cannot use \(path): \(error.text); remove it, and pair the two devices again")
    }
  }

  /// Returns the keys of pairs, read from disk each time, so that a removed pair is invalid at once. An unreadable pair
  /// has no key here; `list` reports it.
  static func secrets(in store: any StorageFolder) -> PeerSecrets {
    { device, purpose in purpose == .session ? (try? read(device, in: store))?.key : nil }
  }

  /// Stores a pair durably. Throws if another device has its name.
  package static func write(_ pair: Pair, in store: any StorageFolder) throws {
    precondition(PeerDevice.isID(pair.device), "the device's id is a file's name")
    guard FeedCursor.isName(pair.name) else {
      throw Failure(
        description:
          "'\(pair.name)' is not a valid name of a remote; use at most 64 letters, digits, '-', '_' and '.'"
      )
    }
    let others = try list(in: store).pairs
    if let other = others.first(where: { $0.name == pair.name && $0.device != pair.device }) {
      throw Failure(
        description:
          "'\(pair.name)' is already the name of another device, \(other.deviceName); choose another name"
      )
    }
    let folder = try store.folder(folder)
    let name = pair.device + ".json"
    let temporary = name + ".new"
    // A leftover file may be readable by others, and would stay so.
    if try folder.identity(of: temporary) != nil { try folder.remove(temporary) }
    do {
      try folder.replace(name, with: pair.bytes)
    } catch {
      // A leftover holds at most a part of the key, so a failure to remove it is ignored.
      try? folder.remove(temporary)
      throw error
    }
  }

  /// Throws if a pair could not be stored. Called before pairing, so that the other device does not store a pair alone.
  package static func prepare(in store: any StorageFolder) throws {
    try store.folder(folder).probe("room", bytes: largest)
  }

  /// Removes the pair with a device durably, even an unreadable one; returns false if not paired.
  package static func remove(_ device: String, in store: any StorageFolder) throws -> Bool {
    guard try devices(in: store).contains(device) else { return false }
    let folder = try store.existingFolder(folder)
    try folder.remove(device + ".json")
    try folder.sync()
    return true
  }

  private static func devices(in store: any StorageFolder) throws -> [String] {
    guard try store.identity(of: folder) != nil else { return [] }
    return try store.existingFolder(folder).names()
      .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.filter(PeerDevice.isID)
  }

  private static func read(_ file: any StorageFile, _ size: Int) throws(Damage) -> [UInt8] {
    do throws(StorageError) {
      return try file.read(size, at: 0)
    } catch {
      throw Damage("\(error)")
    }
  }
}
