import Dispatch
import JSONText

/// What the lines of standard input or of a file say, blank ones left out. They are read on a queue of their own, so that who
/// waits for them blocks nobody else, and can be cancelled.
struct LineFeed<Element: Sendable> {
  /// What the lines say, for one who takes it.
  let elements: AsyncMapSequence<AsyncThrowingStream<Element, any Error>, Element>

  /// Starts to read what a path names, standard input by `-`, at most so many elements ahead. `element` makes one of a line and its number; a line beyond
  /// the limit is told as such.
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
