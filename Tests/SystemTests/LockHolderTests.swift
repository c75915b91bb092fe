import Testing

@testable import System

@Suite struct LockHolderTests {
  private static let locks = """
    1: POSIX  ADVISORY  WRITE 7 fe:00:8094339 0 EOF
    2: FLOCK  ADVISORY  WRITE 11 fe:01:8094339 0 EOF
    3: FLOCK  ADVISORY  WRITE 12 fe:00:8094339 0 EOF
    3: -> FLOCK  ADVISORY  WRITE 13 fe:00:8094339 0 EOF
    4: FLOCK  ADVISORY  WRITE 14 fe:00:9 0 EOF
    odd
    5: FLOCK
    """

  private static let cases:
    [(
      name: String, inode: UInt64, status: String?, process: Int?, program: String?,
      isStopped: Bool?
    )] = [
      ("running", 8_094_339, "12 (actionitems) R 1 12", 12, "actionitems", false),
      ("stopped", 8_094_339, "12 (actionitems) T 1 12", 12, "actionitems", true),
      ("with an odd name", 8_094_339, "12 (a) T (b) S 1", 12, "a) T (b", false),
      ("cut", 8_094_339, "12 (a)", 12, "a", false),
      ("damaged", 8_094_339, ")12(", nil, nil, nil), ("ended", 9, nil, nil, nil, nil),
      ("not locked", 10, "12 (actionitems) R", nil, nil, nil),
    ]

  @Test(arguments: cases)
  func `the holder is found by file`(
    name: String, inode: UInt64, status: String?, process: Int?, program: String?, isStopped: Bool?
  ) {
    let holder = LockHolder(
      of: FileIdentity(device: 0xFE00, inode: inode), locks: Self.locks,
      status: { $0 == 12 ? status : nil })
    #expect(holder?.process == process && holder?.program == program, "\(name)")
    #expect(holder?.isStopped == isStopped, "\(name)")
  }

  @Test func `large device numbers are those of the kernel`() {
    let device: UInt64 = 0x0000_1000_0010_2304  // 4131:260 in glibc's form
    let holder = LockHolder(
      of: FileIdentity(device: device, inode: 5),
      locks: "1: FLOCK ADVISORY WRITE 3 1023:104:5 0 EOF",
      status: { _ in "3 (x) S" })
    #expect(holder?.process == 3)
  }
}
