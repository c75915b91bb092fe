import ActionItemModel
import ActionItemRepository
import Journal
import Streams

/// The option that names the file of people, and what the file says.
enum PeopleOption {
  static let people = Option.text(
    "people", "FILE", "one person's names across platforms"
  ).defaulting(to: "people.json in the store")

  /// Reads the file that is named, else the store's own; nobody where there is neither.
  static func directory(
    _ invocation: Invocation, store: (any StorageFolder)?
  ) throws(CommandFailure) -> PeopleDirectory {
    let named = invocation.settings.value(of: people)
    let path = named ?? store.map { "\($0.path)/\(PeopleFile.name)" } ?? PeopleFile.name
    do {
      if let named {
        return try PeopleFile.parse(try SmallFile.read(named, for: people.name))
      }
      return try store.map { try PeopleFile.read(in: $0) } ?? .empty
    } catch let error as PeopleFileError {
      throw CommandFailure(.usage, "\(path): \(error)")
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(.usage, "\(path) cannot be read: \(error)")
    }
  }
}
