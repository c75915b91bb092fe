/// The process that holds the lock of a file (flock(2)), found in /proc, for messages to the user.
package struct LockHolder: Sendable {
  package let process: Int
  /// The name of its program.
  package let program: String
  /// Whether the process was stopped, for example by Ctrl-Z. It then keeps the lock until it is continued.
  package let isStopped: Bool

  /// Looks up the holder of the lock on a file. Returns nil if it is unknown, for example in another container.
  package init?(of file: FileIdentity) {
    func text(_ path: String) -> String? {
      (try? SmallFile.read(path)).map { String(decoding: $0, as: UTF8.self) }
    }
    guard let locks = text("/proc/locks") else { return nil }
    self.init(of: file, locks: locks) { text("/proc/\($0)/stat") }
  }

  /// Reads proc_locks(5), and proc_pid_stat(5) of the process found there.
  init?(of file: FileIdentity, locks: String, status: (Int) -> String?) {
    // /proc has the major number (12 bits) and the minor number (20 bits). The C library mixes their bits.
    let (low, high): (UInt64, UInt64) = (0xFFF00, 0xFFFF_F000_0000_0000)
    let major = (file.device & low) >> 8 | (file.device & high) >> 32
    let minor = (file.device & 0xFF) | (file.device & ~low & ~high) >> 12
    func hex(_ number: UInt64) -> String {
      (number < 16 ? "0" : "") + String(number, radix: 16)
    }
    let place = "\(hex(major)):\(hex(minor)):\(file.inode)"
    for line in locks.split(separator: "\n") {
      // A line of a waiting process has "->" before the kind.
      let fields = line.split(separator: " ")
      guard fields.count > 5, fields[1] == "FLOCK", fields[5] == place, let id = Int(fields[4]),
        let status = status(id), let start = status.firstIndex(of: "("),
        let end = status.lastIndex(of: ")"), start < end
      else { continue }
      process = id
      program = String(status[status.index(after: start)..<end])
      isStopped = status[end...].dropFirst(2).first == "T"
      return
    }
    return nil
  }
}
