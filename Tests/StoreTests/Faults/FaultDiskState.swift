import Glibc

/// The state of a disk that fails on demand: files and folders, a planned fault, and counts of operations.
extension FaultDisk {
  /// A file: its readable bytes, and those that outlast a power cut.
  struct FileNode {
    var bytes: [UInt8] = []
    var durable: [UInt8] = []
    /// The number of synced bytes, as far as the system knows.
    var synced = 0
    /// Ranges whose sync failed: the system believes that they are on the disk.
    var lost: [Range<Int>] = []

    mutating func append(_ new: UnsafeRawBufferPointer) { bytes.append(contentsOf: new) }

    mutating func truncate(to size: Int) {
      bytes.removeLast(max(bytes.count - size, 0))
      synced = min(synced, size)
      lost = lost.map { $0.clamped(to: 0..<size) }.filter { !$0.isEmpty }
    }

    mutating func sync() {
      durable = withoutLost(bytes)
      synced = bytes.count
    }

    mutating func failSync() {
      if synced < bytes.count { lost.append(synced..<bytes.count) }
      synced = bytes.count
    }

    private func withoutLost(_ bytes: [UInt8]) -> [UInt8] {
      var bytes = bytes
      for range in lost {
        for index in range.clamped(to: 0..<bytes.count) { bytes[index] = 0 }
      }
      return bytes
    }

    /// Keeps only the bytes that outlast a power cut.
    mutating func cutPower(_ kind: Restart) {
      let half = synced + (bytes.count - synced) / 2
      let isChanged = bytes.count != durable.count || synced < bytes.count
      switch kind {
      case _ where !isChanged: break
      case .process, .powerLosingAll: bytes = durable
      case .powerTearing, .powerTearingLosingNames: bytes = Array(bytes[..<half])
      case .powerLeavingHoles: for index in synced..<half { bytes[index] = 0 }
      }
      bytes = withoutLost(bytes)
      (durable, synced, lost) = (bytes, bytes.count, [])
    }
  }

  /// A folder: its names, and those that outlast a power cut.
  struct FolderNode {
    var names: [String: Int] = [:]
    var durable: [String: Int] = [:]

    mutating func sync() { durable = names }

    mutating func cutPower(losingNames: Bool) {
      if losingNames { names = durable } else { durable = names }
    }
  }

  /// The whole state of a disk.
  struct State {
    var files: [Int: FileNode] = [:]
    var folders: [Int: FolderNode] = [0: FolderNode()]
    var next = 1
    var generation = 0
    var isGone = false
    var isFull = false
    var isReadOnly = false
    var points: [Operation] = []
    var plan: (point: Int, fault: Fault)?
    var reads = 0
    var bytesRead = 0
    var failingRead: Int?
    var locks: Set<Int> = []

    /// Passes a point; throws at a planned fault, after `damage` if the fault leaves partial work.
    mutating func pass(
      _ operation: Operation, damage: (inout State, Fault) -> Void = { _, _ in }
    ) throws(Errno) {
      points.append(operation)
      if isReadOnly { throw Errno(EROFS) }
      let needsRoom = [.create, .write, .makeFolder].contains(operation)
      if isFull, needsRoom { throw Errno(ENOSPC) }
      guard let plan, plan.point == points.count else { return }
      damage(&self, plan.fault)
      switch plan.fault {
      case .crash: isGone = true
      case .error: break
      case .full:
        isFull = true
        throw Errno(ENOSPC)
      }
      throw Errno(EIO)
    }

    mutating func passRead() throws(Errno) {
      reads += 1
      if reads == failingRead { throw Errno(EIO) }
    }

    mutating func restart(_ kind: Restart) {
      generation += 1
      (isGone, isFull, isReadOnly) = (false, false, false)
      (points, plan, reads, failingRead, locks) = ([], nil, 0, nil, [])
      bytesRead = 0
      if kind != .process {
        for number in files.keys { files[number]?.cutPower(kind) }
      }
      if kind == .process { return }
      let losesNames = kind == .powerLosingAll || kind == .powerTearingLosingNames
      for number in folders.keys { folders[number]?.cutPower(losingNames: losesNames) }
    }

    func files(in folder: Int, at path: String) -> [String: [UInt8]] {
      var found: [String: [UInt8]] = [:]
      for (name, number) in folders[folder]?.names ?? [:] {
        if let file = files[number] {
          found[path + name] = file.bytes
        } else {
          found.merge(files(in: number, at: path + name + "/")) { $1 }
        }
      }
      return found
    }

    mutating func edit(_ path: String, _ change: (inout [UInt8]) -> Void) {
      var number = 0
      for part in path.split(separator: "/") {
        guard let next = folders[number]?.names[String(part)] else { return }
        number = next
      }
      guard var file = files[number] else { return }
      change(&file.bytes)
      (file.durable, file.synced) = (file.bytes, file.bytes.count)
      files[number] = file
    }
  }
}
