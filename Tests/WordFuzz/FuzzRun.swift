import Glibc
import Synchronization

/// Reads numbered windows on all processors.
package enum FuzzRun {
  /// The numbers of windows that together have about `sentences` sentences: one to eight each, in turn.
  package static func windows(of sentences: Int, from first: Int = 0) -> Range<Int> {
    first..<first + (sentences + 35) / 36 * 8
  }

  /// Reads windows in every way, or each in one way by turns. `progress` receives the windows that ended, and the
  /// last of them.
  ///
  /// A trap ends the process. Standard error then has the numbers of the windows under way, each of which can be
  /// read again alone.
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
              // Windows of all sizes and kinds are read in each way.
              tally += trial.read(number, way: inTurn ? number / 8 % WindowTrial.ways : nil)
            }
            progress(state.add(tally), tally)
            // Lets other tests continue.
            await Task.yield()
          }
          TrapNotice.note(-1, lane: lane)
        }
      }
    }
    return state.add(WindowTrial.Tally())
  }

  /// The progress of the processors, and their results.
  private final class State: Sendable {
    private let state: Mutex<(next: Int, tally: WindowTrial.Tally)>
    /// The number of windows that one processor reads before it takes more.
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

/// Prints the numbers of the windows that were being read when the process trapped.
private enum TrapNotice {
  static let most = 64
  /// The numbers by processor. Each is written by one thread, and read when the process ends.
  nonisolated(unsafe) private static let numbers = {
    let numbers = UnsafeMutablePointer<Int>.allocate(capacity: most)
    numbers.initialize(repeating: -1, count: most)
    return numbers
  }()

  /// Records the number a processor reads now; -1 for none.
  static func note(_ number: Int, lane: Int) { numbers[lane] = number }

  private static let signals = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT]
  /// The previous handlers, by signal number.
  nonisolated(unsafe) private static let before = {
    let before = UnsafeMutablePointer<sigaction>.allocate(capacity: most)
    before.initialize(repeating: sigaction(), count: most)
    return before
  }()

  /// Installs the trap handlers.
  static let installed: Void = {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { signal in
      TrapNotice.write()
      // The trap happens again on return, and then ends the process.
      sigaction(signal, TrapNotice.before + Int(signal), nil)
    }
    for signal in signals { sigaction(signal, &action, before + Int(signal)) }
  }()

  /// Writes the numbers without allocating memory, as a signal handler must.
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
