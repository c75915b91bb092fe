import Dispatch
package import Encoding
import Glibc

/// A sequential reader for standard input, a file or a pipe.
package final class InputStream: ByteSource {
  private let descriptor: Int32
  package let name: String

  package static var isTyped: Bool { isatty(STDIN_FILENO) == 1 }

  package struct Failure: Error, CustomStringConvertible {
    let name: String
    let number: Int32

    package init(name: String, number: Int32) { (self.name, self.number) = (name, number) }

    package var description: String {
      "\(name) cannot be read: \(String(cString: strerror(number)))"
    }
  }

  package static func name(of path: String) -> String { path == "-" ? "standard input" : path }

  /// Opens a path. `-` is standard input.
  package init(_ path: String = "-") throws(Failure) {
    name = Self.name(of: path)
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw Failure(name: name, number: errno) }
  }

  deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno == EAGAIN {
        // Another process made this terminal or pipe non-blocking.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&waiting, 1, -1)
      } else if errno != EINTR {
        throw Failure(name: name, number: errno)
      }
    }
  }
}

/// The parsed lines of standard input or a file, without blank ones.
///
/// They are read on a dispatch queue of their own. Waiting for a line blocks no other task and can be cancelled.
package struct LineFeed<Element: Sendable> {
  /// The elements, for one consumer.
  package let elements: AsyncMapSequence<AsyncThrowingStream<Element, any Error>, Element>

  /// Starts reading a path (`-` is standard input), at most `ahead` elements in advance.
  ///
  /// `element` converts a line and its number. It is also called for a line longer than `limit` bytes, without its
  /// content.
  package init(
    of path: String = "-", limit: Int, ahead: Int,
    _ element: @escaping @Sendable (_ line: LineStream.Line, _ number: Int) -> Element
  ) {
    let (elements, feed) = AsyncThrowingStream.makeStream(of: Element.self)
    let places = DispatchSemaphore(value: 0)
    self.elements = elements.map { element in
      places.signal()
      return element
    }
    for _ in 0..<ahead { places.signal() }
    DispatchQueue(label: "actionitems.lines").async {
      do {
        var lines = LineStream(try InputStream(path), limit: limit)
        while let line = try lines.next() {
          if case .bytes(let bytes) = line, bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
            continue
          }
          places.wait()
          feed.yield(element(line, lines.lineNumber))
        }
        feed.finish()
      } catch {
        feed.finish(throwing: error)
      }
    }
  }
}

/// The ids given to a command as operands or on standard input.
package enum IdentifierInput {
  /// Returns the ids without duplicates. The operand `-` stands for the words of standard input.
  package static func ids(_ operands: [String]) throws(CommandFailure) -> [String] {
    var ids: [String] = []
    for operand in operands {
      guard operand == "-" else {
        ids.append(operand)
        continue
      }
      while let line = readLine() {
        ids += line.split(whereSeparator: \.isWhitespace).map(String.init)
      }
    }
    guard !ids.isEmpty else { throw CommandFailure(.usage, "no IDs on standard input") }
    // A repeated id is used once.
    var seen: Set<String> = []
    return ids.filter { seen.insert($0).inserted }
  }
}
