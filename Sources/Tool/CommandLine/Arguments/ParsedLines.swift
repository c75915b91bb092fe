import Dispatch
import Encoding
import System

/// Reads standard input or a file line by line, and parses each line. Blank lines are left out.
///
/// The lines are read on a dispatch queue of their own. Waiting for a line blocks no other task and can be cancelled.
struct ParsedLines<Element: Sendable> {
  /// The elements, for one consumer.
  let elements: AsyncMapSequence<AsyncThrowingStream<Element, any Error>, Element>

  /// Starts reading a path (`-` is standard input), at most `ahead` elements in advance.
  ///
  /// `element` converts a line and its number. It is also called for a line longer than `limit` bytes, without its
  /// content.
  init(
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
