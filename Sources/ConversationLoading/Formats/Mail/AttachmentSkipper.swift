/// Knows which lines of a mail are the contents of files that came with it, which nobody reads here.
struct AttachmentSkipper {
  /// Whether the last line was one of them.
  private(set) var isSkipping = false
  private var head: [UInt8] = []
  private var isInHead = true
  /// The lines that parts begin with, as far as is known.
  private var boundaries: [[UInt8]] = []

  /// A longer head is none; deeper parts are no mail's.
  private static let headLimit = 1 << 16
  private static let boundaryLimit = 8

  /// Takes the next line of the mail; whether it is left out.
  mutating func skips(_ line: Bytes) -> Bool {
    if line.has("--"), boundaries.contains(where: { line.part(from: 2).starts(with: $0) }) {
      isSkipping = false
      isInHead = true
      head = []
      return false
    }
    guard isInHead else { return isSkipping }
    if line.isEmpty {
      endHead()
    } else if head.count + line.count < Self.headLimit {
      head.append(contentsOf: line)
      head.append(0x0A)
    }
    return false
  }

  private mutating func endHead() {
    isInHead = false
    let headers = head.withUnsafeBufferPointer { MailHeaders($0) }
    head = []
    let kind = headers.kind("content-type") ?? "text/plain"
    if kind.hasPrefix("multipart/") {
      if let boundary = headers.parameter("boundary", of: "content-type"), !boundary.isEmpty,
        boundaries.count < Self.boundaryLimit
      {
        boundaries.append(Array(boundary.utf8))
      }
    } else {
      isSkipping =
        headers.kind("content-disposition") == "attachment" || !kind.hasPrefix("text/")
    }
  }
}
