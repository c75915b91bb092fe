import Dispatch
import Encoding
import Synchronization

/// Has the lines of a file looked at by several threads, a stretch each, and what they find noted in the file's order.
///
/// What is noted is the same whatever their number. Sendable without checks: the reader belongs to whoever holds
/// `reading`; the index and the failure belong to the thread whose turn it is, and to the caller once all threads have
/// ended. Where reader and index share the list of files, nobody adds to it meanwhile.
final class ParallelLineReader<Index, Worker>: @unchecked Sendable {
  private var reader: LineStretch.Reader
  private var index: Index
  private let makeWorker: @Sendable () -> Worker
  private let look: @Sendable (inout Worker, LineStretch) -> Void
  private let note: @Sendable (inout Index, inout Worker) throws -> Void

  /// How many stretches were read; nil behind the last one.
  private let reading = Mutex<Int?>(0)
  private let turns = Mutex(Turns())
  private var failure: (any Error)?

  private struct Turns {
    /// The stretch whose turn it is.
    var next = 0
    /// Threads that wait for the turn of theirs.
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

  /// Reads all lines of a source with so many threads, this one among them: `look` finds what is to be noted in a
  /// stretch, which may happen at the same time as others, and `note` notes it, with the stretch still in memory.
  ///
  /// Throws what reading or `note` throws; what was noted before is lost then.
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
      // They block on files and on each other, so they are no tasks.
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

  /// The number of the stretch that was read, with what went wrong there; nil behind the last one.
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
