import Archives
import JSONText
import Synchronization

/// What ended the unpacking of a gzip file early.
final class UnpackingEnd: Sendable {
  private let noted = Mutex<LoadingError?>(nil)

  /// What was met; nil where everything came out, as far as it was read.
  var problem: LoadingError? { noted.withLock { $0 } }

  fileprivate func note(_ error: LoadingError) { noted.withLock { $0 = $0 ?? error } }
}

/// A gzip file that is being unpacked. Of one that is cut short or damaged there is as much as can be read.
final class UnpackedFile: ByteSource {
  private var reader: GzipReader<SourceBytes>
  private let path: String
  private let budget: ExpansionBudget
  private let end: UnpackingEnd

  /// Whether a file begins like gzip (RFC 1952, section 2.3.1) with its only method.
  static func recognizes(_ sample: FormatSample) -> Bool {
    sample.bytes.starts(with: [0x1F, 0x8B, 0x08])
  }

  /// Starts to unpack; `path` stands for the file in errors, `end` learns what breaks it off.
  init(
    _ source: any ByteSource, path: String, budget: ExpansionBudget, end: UnpackingEnd
  ) throws {
    self.budget = budget
    self.end = end
    do {
      reader = try GzipReader(SourceBytes(source: source), name: path, limits: budget.limits)
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
      guard error.leavesBeginning else {
        throw LoadingError.badArchive(path: path, problem: "\(error)")
      }
      end.note(
        .badArchive(path: path, problem: "\(error); what came until then was read"))
      return 0
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

extension ArchiveError {
  /// Whether what was unpacked until then is as good as it ever was.
  fileprivate var leavesBeginning: Bool {
    switch self {
    case .cutShort, .damaged, .checksumMismatch, .sizeMismatch, .trailingBytes: true
    default: false
    }
  }
}
