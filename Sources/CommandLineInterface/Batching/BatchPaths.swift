import Glibc
import Journal

/// The files of one batch: the questions, and what is kept beside them.
struct BatchPaths: Sendable {
  /// The folder that they lie in, as it was named.
  let folder: String
  /// What the names of all of them begin with.
  let stem: String

  /// The files of the batch whose (first) file of questions has a path.
  init(requests path: String) {
    self.init(file: path.hasSuffix(".jsonl") ? String(path.dropLast(6)) : path)
  }

  /// A file by itself: its name is the stem.
  init(file path: String) {
    var parts = path.split(separator: "/", omittingEmptySubsequences: false)
    stem = String(parts.removeLast())
    folder = parts.isEmpty ? "." : parts == [""] ? "/" : parts.joined(separator: "/")
  }

  /// The name of a file of questions; the first has number 1.
  func requests(_ number: Int) -> String { part(number) + ".jsonl" }
  /// What is needed to read the answers.
  var windows: String { stem + ".windows.jsonl" }
  /// What became of the batch.
  var state: String { stem + ".batch.json" }
  func results(_ number: Int) -> String { part(number) + ".results.jsonl" }
  func errors(_ number: Int) -> String { part(number) + ".errors.jsonl" }

  private func part(_ number: Int) -> String { number == 1 ? stem : "\(stem)-\(number)" }

  /// A path for people and for other programs.
  func path(_ name: String) -> String { folder == "." ? name : "\(folder)/\(name)" }

  func open() throws(StorageError) -> DiskFolder { try DiskFolder(existing: folder) }

  /// The path from the root, so that it means the same from anywhere.
  func absolute(_ name: String) -> String {
    guard let resolved = realpath(folder, nil) else { return path(name) }
    defer { free(resolved) }
    let folder = String(cString: resolved)
    return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }
}
