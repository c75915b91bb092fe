import Glibc
import Journal
import Synchronization

/// A file in memory, for an index that is made anew.
final class MemoryFile: StorageFile {
  private let bytes = Mutex<[UInt8]>([])

  func size() -> Int { bytes.withLock { $0.count } }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    bytes.withLock { bytes in
      let count = max(min(buffer.count, bytes.count - offset), 0)
      if count > 0 { buffer.copyBytes(from: bytes[offset..<offset + count]) }
      return count
    }
  }

  func append(_ new: UnsafeRawBufferPointer) { bytes.withLock { $0.append(contentsOf: new) } }

  func truncate(to size: Int) {
    bytes.withLock { bytes in bytes.removeLast(max(bytes.count - size, 0)) }
  }

  func sync() {}

  func identity() -> FileIdentity { FileIdentity(device: 0, inode: 0) }
}
