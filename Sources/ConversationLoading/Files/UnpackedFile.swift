import Archives
import JSONText

/// A gzip file that is being unpacked.
final class UnpackedFile: ByteSource {
  private var reader: GzipReader<SourceBytes>
  private let path: String
  private let budget: ExpansionBudget

  /// Whether a file begins like gzip (RFC 1952, section 2.3.1) with its only method.
  static func recognizes(_ sample: FormatSample) -> Bool {
    sample.bytes.starts(with: [0x1F, 0x8B, 0x08])
  }

  /// Starts to unpack; `path` stands for the file in errors.
  init(_ source: any ByteSource, path: String, budget: ExpansionBudget) throws {
    self.budget = budget
    do {
      reader = try GzipReader(SourceBytes(source: source), name: path)
    } catch {
      throw LoadingError.badArchive(path: path, problem: "\(error)")
    }
    self.path = path
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    do {
      let count = try reader.read(into: buffer)
      try budget.take(count)
      return count
    } catch let error as ArchiveError {
      throw LoadingError.badArchive(path: path, problem: "\(error)")
    }
  }

  /// A source as the gzip reader wants it.
  private struct SourceBytes: ByteStream {
    var source: any ByteSource

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
      try source.read(into: buffer)
    }
  }
}
