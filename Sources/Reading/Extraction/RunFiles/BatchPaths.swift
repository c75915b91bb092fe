package import Store
import System

/// The files of one batch: the questions, and what is kept beside them.
package struct BatchPaths: Sendable {
  /// The folder that they lie in, as it was named.
  package let folder: String
  /// What the names of all of them begin with.
  package let stem: String

  /// The files of the batch whose (first) file of questions has a path.
  package init(requests path: String) {
    self.init(file: path.hasSuffix(".jsonl") ? String(path.dropLast(6)) : path)
  }

  /// A file by itself: its name is the stem.
  package init(file path: String) {
    var parts = path.split(separator: "/", omittingEmptySubsequences: false)
    stem = String(parts.removeLast())
    folder = parts.isEmpty ? "." : parts == [""] ? "/" : parts.joined(separator: "/")
  }

  /// The name of a file of questions; the first has number 1.
  package func requests(_ number: Int) -> String { part(number) + ".jsonl" }
  /// What is needed to read the answers.
  package var windows: String { stem + ".windows.jsonl" }
  /// What became of the batch.
  package var state: String { stem + ".batch.json" }
  package func results(_ number: Int) -> String { part(number) + ".results.jsonl" }
  package func errors(_ number: Int) -> String { part(number) + ".errors.jsonl" }

  private func part(_ number: Int) -> String { number == 1 ? stem : "\(stem)-\(number)" }

  /// A path for people and for other programs.
  package func path(_ name: String) -> String { folder == "." ? name : "\(folder)/\(name)" }

  package func open() throws(StorageError) -> DiskFolder { try DiskFolder(existing: folder) }

  /// The path from the root, so that it means the same from anywhere.
  package func absolute(_ name: String) -> String {
    guard let folder = FileSystem.resolved(folder) else { return path(name) }
    return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }
}
