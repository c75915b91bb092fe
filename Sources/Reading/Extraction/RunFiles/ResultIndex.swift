import Encoding
package import LanguageModel
package import Store

/// An index of a batch's result files: the place of each question's answer. Answers may be in any order and repeated.
package struct ResultIndex: Sendable {
  private struct Place {
    var file: Int
    var offset: Int
    var length: Int
    /// Whether the line has an answer and no error.
    var isGood: Bool
  }

  private var files: [any StorageFile] = []
  private var places: [BatchQuestionName: Place] = [:]
  /// The lines that are not results, by file: truncated lines and other data.
  package private(set) var broken: [(path: String, count: Int, first: Int)] = []
  /// The number of results whose name was not given by `batch prepare`.
  package private(set) var foreign = 0
  package private(set) var lines = 0

  /// The maximum length of a line in bytes.
  private static let limit = 64 << 20

  package init() {}

  /// The names of the answered questions.
  package var names: some Collection<BatchQuestionName> { places.keys }

  package func holds(_ name: BatchQuestionName) -> Bool { places[name] != nil }

  package mutating func add(_ file: any StorageFile, path: String) throws {
    files.append(file)
    var wrong = (count: 0, first: 0)
    var stream = LineStream(StorageSource(file), limit: Self.limit)
    while let line = try stream.next() {
      if case .bytes(let bytes) = line, bytes.allSatisfy({ $0 <= 0x20 }) { continue }
      lines += 1
      if case .bytes(let bytes) = line, let answer = BatchAnswer(bytes) {
        let place = Place(
          file: files.count - 1, offset: stream.lineOffset, length: bytes.count,
          isGood: answer.isGood)
        add(answer.id, place)
      } else {
        wrong = (wrong.count + 1, wrong.count == 0 ? stream.lineNumber : wrong.first)
      }
    }
    if wrong.count > 0 { broken.append((path, wrong.count, wrong.first)) }
  }

  private mutating func add(_ id: String, _ place: Place) {
    guard let name = BatchQuestionName(id) else {
      foreign += 1
      return
    }
    // An answer takes precedence over an error. Of two answers, the first one counts.
    if let known = places[name], known.isGood || !place.isGood { return }
    places[name] = place
  }

  /// Reads an answer; nil if there is none, or the file has changed.
  package func answer(to name: BatchQuestionName) throws -> BatchAnswer? {
    guard let place = places[name], files.indices.contains(place.file) else { return nil }
    let bytes = try files[place.file].read(place.length, at: place.offset)
    let answer = bytes.withUnsafeBufferPointer { BatchAnswer($0) }
    return answer?.id == name.description ? answer : nil
  }
}
