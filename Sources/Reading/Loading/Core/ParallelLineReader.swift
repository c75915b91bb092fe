import Dispatch
import Encoding
import Synchronization

/// Parses the lines of a file on several threads, a stretch each, and notes the results in the file's order.
///
/// The result does not depend on the number of threads. `@unchecked Sendable`: the reader belongs to the holder of
/// `reading`. The index and the failure belong to the thread whose turn it is. Once all threads have ended, they
/// belong to the caller. If reader and index share the list of files, nothing is added to it meanwhile.
final class ParallelLineReader<Index, Worker>: @unchecked Sendable {
  private var reader: LineStretch.Reader
  private var index: Index
  private let makeWorker: @Sendable () -> Worker
  private let look: @Sendable (inout Worker, LineStretch) -> Void
  private let note: @Sendable (inout Index, inout Worker) throws -> Void

  /// The number of stretches read; nil after the last one.
  private let reading = Mutex<Int?>(0)
  private let turns = Mutex(Turns())
  private var failure: (any Error)?

  private struct Turns {
    /// The number of the stretch whose turn it is.
    var next = 0
    /// The threads that wait for their turn.
    var waiting: [Int: DispatchSemaphore] = [:]
  }

  private init(
    _ reader: LineStretch.Reader, _ index: Index, _ makeWorker: @escaping @Sendable () -> Worker,
    look: @escaping @Sendable (inout Worker, LineStretch) -> Void,
    note: @escaping @Sendable (inout Index, inout Worker) throws -> Void
  ) {
    (self.reader, self.index, self.makeWorker) = (reader, index, makeWorker)
    (self.look, self.note) = (look, note)
  }

  /// Reads all lines of a source with `jobs` threads, this one included.
  ///
  /// `look` parses a stretch, in parallel with others. `note` adds its results to the index in order, while the
  /// stretch is still in memory. Throws the errors of the source and of `note`; earlier results are lost then.
  static func read(
    _ source: any ByteSource, limit: Int, jobs: Int, _ watch: (any FileWatch)? = nil,
    into index: inout Index, _ makeWorker: @escaping @Sendable () -> Worker,
    look: @escaping @Sendable (inout Worker, LineStretch) -> Void,
    note: @escaping @Sendable (inout Index, inout Worker) throws -> Void
  ) throws {
    let crew = ParallelLineReader(
      LineStretch.Reader(source, limit: limit), index, makeWorker, look: look, note: note)
    let threads = DispatchGroup()
    for number in 1..<max(jobs, 1) {
      // Threads and not tasks, because they block on files and on each other.
      DispatchQueue(label: "actionitems.lines.\(number)").async(group: threads) {
        crew.work()
        watch?.noteDone()
      }
    }
    crew.work()
    threads.wait()
    if let failure = crew.failure { throw failure }
    index = crew.index
  }

  private func work() {
    let stretch = LineStretch()
    let turn = DispatchSemaphore(value: 0)
    var worker = makeWorker()
    while let (number, failure) = readNext(into: stretch) {
      if failure == nil { look(&worker, stretch) }
      wait(for: number, turn)
      if self.failure == nil {
        do {
          if let failure { throw failure }
          try note(&index, &worker)
        } catch {
          self.failure = error
          reading.withLock { $0 = nil }
        }
      }
      pass(on: number)
    }
  }

  /// The number of the stretch read and its error, if any; nil after the last one.
  private func readNext(into stretch: LineStretch) -> (Int, (any Error)?)? {
    reading.withLock { count in
      guard let number = count else { return nil }
      count = number + 1
      do {
        if try reader.read(into: stretch) { return (number, nil) }
        count = nil
        return nil
      } catch {
        count = nil
        return (number, error)
      }
    }
  }

  private func wait(for number: Int, _ turn: DispatchSemaphore) {
    let isNext = turns.withLock { turns in
      if turns.next == number { return true }
      turns.waiting[number] = turn
      return false
    }
    if !isNext { turn.wait() }
  }

  private func pass(on number: Int) {
    let waiting = turns.withLock { turns in
      turns.next = number + 1
      return turns.waiting.removeValue(forKey: number + 1)
    }
    waiting?.signal()
  }
}
