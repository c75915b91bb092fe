package import Store
import System

/// The paths of one batch's files: requests, state, results and errors.
package struct BatchPaths: Sendable {
  /// The folder as given.
  package let folder: String
  /// The common prefix of the names.
  package let stem: String

  /// Creates the paths for a batch from the path of its first file of questions.
  package init(requests path: String) {
    self.init(file: path.hasSuffix(".jsonl") ? String(path.dropLast(6)) : path)
  }

  /// Creates the paths for a single file; its name is the stem.
  package init(file path: String) {
    var parts = path.split(separator: "/", omittingEmptySubsequences: false)
    stem = String(parts.removeLast())
    folder = parts.isEmpty ? "." : parts == [""] ? "/" : parts.joined(separator: "/")
  }

  /// Returns the name of a file of questions, counted from 1.
  package func requests(_ number: Int) -> String { part(number) + ".jsonl" }
  /// The name of the file with the batch's state.
  package var state: String { stem + ".batch.json" }
  package func results(_ number: Int) -> String { part(number) + ".results.jsonl" }
  package func errors(_ number: Int) -> String { part(number) + ".errors.jsonl" }

  private func part(_ number: Int) -> String { number == 1 ? stem : "\(stem)-\(number)" }

  /// Returns the path of a file in the folder as it was given.
  package func path(_ name: String) -> String { folder == "." ? name : "\(folder)/\(name)" }

  package func open() throws(StorageError) -> DiskFolder { try DiskFolder(existing: folder) }

  /// Returns the absolute path.
  package func absolute(_ name: String) -> String {
    guard let folder = FileSystem.resolved(folder) else { return path(name) }
    return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }
}
