import Glibc
import Synchronization

/// Reads numbered windows on all processors.
package enum FuzzRun {
  /// Windows from a number on that have so many sentences together, or a few more: one to eight each, in turn.
  package static func windows(of sentences: Int, from first: Int = 0) -> Range<Int> {
    first..<first + (sentences + 35) / 36 * 8
  }

  /// Reads windows in all ways, or in one each, by turns; `progress` is told of the windows that ended,
  /// and of the last ones of them.
  ///
  /// A trap ends the process. The numbers of the windows that were being read are then on standard error, and each of
  /// them can be read again by itself.
  package static func read(
    _ windows: Range<Int>, _ trial: WindowTrial, inTurn: Bool = false,
    progress: @escaping @Sendable (WindowTrial.Tally, WindowTrial.Tally) -> Void = { _, _ in }
  ) async -> WindowTrial.Tally {
    let state = State(from: windows.lowerBound)
    let lanes = max(1, min(sysconf(Int32(_SC_NPROCESSORS_ONLN)), TrapNotice.most))
    TrapNotice.installed
    await withTaskGroup { group in
      for lane in 0..<lanes {
        group.addTask {
          while let stretch = state.next(before: windows.upperBound) {
            var tally = WindowTrial.Tally()
            for number in stretch {
              TrapNotice.note(number, lane: lane)
              // Windows of all sizes, and of all that goes by the number, come to each way.
              tally += trial.read(number, way: inTurn ? number / 8 % WindowTrial.ways : nil)
            }
            progress(state.add(tally), tally)
            // Other tests go on as well.
            await Task.yield()
          }
          TrapNotice.note(-1, lane: lane)
        }
      }
    }
    return state.add(WindowTrial.Tally())
  }

  /// How far the processors are, and what came of it.
  private final class State: Sendable {
    private let state: Mutex<(next: Int, tally: WindowTrial.Tally)>
    /// Windows that one processor reads before it takes the next ones.
    private static let stretch = 64

    init(from first: Int) { state = Mutex((first, WindowTrial.Tally())) }

    func next(before end: Int) -> Range<Int>? {
      state.withLock { state in
        guard state.next < end else { return nil }
        let start = state.next
        state.next = min(start + Self.stretch, end)
        return start..<state.next
      }
    }

    func add(_ tally: WindowTrial.Tally) -> WindowTrial.Tally {
      state.withLock { state in
        state.tally += tally
        return state.tally
      }
    }
  }
}

/// Says which windows were being read when the process trapped.
private enum TrapNotice {
  static let most = 64
  /// By processor. Set by one thread each, and read by a process that ends.
  nonisolated(unsafe) private static let numbers = {
    let numbers = UnsafeMutablePointer<Int>.allocate(capacity: most)
    numbers.initialize(repeating: -1, count: most)
    return numbers
  }()

  /// Notes what a processor reads now; -1 for nothing.
  static func note(_ number: Int, lane: Int) { numbers[lane] = number }

  private static let signals = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT]
  /// What was to happen on each signal before: by its number.
  nonisolated(unsafe) private static let before = {
    let before = UnsafeMutablePointer<sigaction>.allocate(capacity: most)
    before.initialize(repeating: sigaction(), count: most)
    return before
  }()

  /// Has traps noticed from now on.
  static let installed: Void = {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { signal in
      TrapNotice.write()
      // The trap happens again as this returns, and then ends the process.
      sigaction(signal, TrapNotice.before + Int(signal), nil)
    }
    for signal in signals { sigaction(signal, &action, before + Int(signal)) }
  }()

  /// Writes the numbers without memory of its own, as a handler of signals has to.
  private static func write() {
    for lane in 0..<most where numbers[lane] >= 0 {
      var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
      withUnsafeMutableBytes(of: &digits) { buffer in
        var place = buffer.count - 1
        buffer[place] = 0x0A
        var rest = numbers[lane]
        repeat {
          place -= 1
          buffer[place] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
          rest /= 10
        } while rest > 0
        let text: StaticString = "trapped; among the windows that were being read: "
        _ = Glibc.write(2, text.utf8Start, text.utf8CodeUnitCount)
        _ = Glibc.write(
          2, UnsafeRawBufferPointer(rebasing: buffer[place...]).baseAddress, buffer.count - place)
      }
    }
  }
}
