import Encoding
package import LanguageModel
package import Store

/// The places of the replies in result files. Results may come in any order and more than once.
package struct ResultIndex {
  package struct Place {
    package var file: Int
    package var offset: Int
    package var length: Int
    /// Whether the line holds a reply and not an error.
    package var isGood: Bool
  }

  /// The files, with the paths as the user gave them.
  package private(set) var files: [(path: String, file: any StorageFile)] = []
  /// The places of replies, by the batch's number and the request's number in it.
  private var places: [Int: [Int: Place]] = [:]
  /// The number of invalid lines in each file, such as truncated ones, and the first such line.
  package private(set) var broken: [(path: String, count: Int, first: Int)] = []
  /// The number of results with request names that no batch of ours has.
  package private(set) var foreign = 0
  /// The number of results for a request that already had one.
  package private(set) var repeated = 0
  package private(set) var lines = 0

  private static let limit = 64 << 20

  package init() {}

  /// The numbers of the batches that have results.
  package var batches: [Int] { places.keys.sorted() }

  package func count(ofBatch number: Int) -> Int { places[number]?.count ?? 0 }

  package func count(ofBatch number: Int, upTo last: Int) -> Int {
    places[number]?.keys.count { $0 <= last } ?? 0
  }

  package func place(_ batch: Int, _ place: Int) -> Place? { places[batch]?[place] }

  package mutating func add(_ file: any StorageFile, path: String) throws {
    files.append((path, file))
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
    if let known = places[name.batch]?[name.place] {
      repeated += 1
      // A reply wins over an error, whichever comes first. The first of two replies wins.
      if known.isGood || !place.isGood { return }
    }
    places[name.batch, default: [:]][name.place] = place
  }

  /// Reads a reply; nil if it is gone or answers another request.
  package func answer(at place: Place, to id: String) throws -> BatchAnswer? {
    let bytes = try files[place.file].file.read(place.length, at: place.offset)
    guard let answer = bytes.withUnsafeBufferPointer({ BatchAnswer($0) }), answer.id == id else {
      return nil
    }
    return answer
  }
}
