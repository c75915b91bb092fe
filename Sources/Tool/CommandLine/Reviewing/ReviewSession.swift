import Extraction
import Store
import System

/// Runs a review on a terminal: performs the steps that `ReviewState` asks for, with `ReviewTerminal` and
/// `ReviewJudge`. `ReviewLines` is the review by a program.
struct ReviewSession {
  let judge: ReviewJudge
  let terminal: ReviewTerminal

  /// Shows one item after another. Returns the final state, and the error that ended the review early.
  func run(_ ids: [String], areDone: Bool) async -> (left: ReviewState, failure: (any Error)?) {
    var state = ReviewState(ids: ids, areDone: areDone)
    do {
      try await run(&state)
      return (state, nil)
    } catch {
      return (state, error)
    }
  }

  private func run(_ state: inout ReviewState) async throws {
    let clock = try judge.invocation.itemClock()
    try terminal.open()
    defer { terminal.close() }
    var typed: [ReviewKey] = []
    var shown: Int?
    var step = state.begin()
    while step != .quit {
      switch step {
      case .load(let id): step = state.loaded(try await judge.item(id))
      case .judge(let id, let verdict):
        step = try await attempt(&state) { state in
          let outcome = try await judge.apply(verdict, idBeginning: id, naming: { "the \($0)" })
          return state.judged(verdict, outcome)
        }
      case .takeBack(let id, let change):
        step = try await attempt(&state) { state in
          _ = try await judge.store.undo(idBeginning: id, expected: change)
          return state.tookBack()
        }
      case .wait:
        // Keys typed before an item was shown must not apply to it.
        if shown != state.place {
          shown = state.place
          typed = []
          terminal.dropTyped()
        }
        if typed.isEmpty {
          let size = terminal.size
          try draw(ReviewScreen(state, clock: clock, width: size.width, height: size.height))
          typed = try await nextKeys()
        }
        if !typed.isEmpty { step = state.take(typed.removeFirst()) }
      case .quit: break
      }
    }
  }

  /// Performs a change. Shows errors that the reviewer can fix; any other error ends the review.
  private func attempt(
    _ state: inout ReviewState, _ body: (inout ReviewState) async throws -> ReviewState.Step
  ) async throws -> ReviewState.Step {
    do {
      return try await body(&state)
    } catch {
      guard let problem = ReviewJudge.problem(error) else { throw error }
      return state.refused(problem)
    }
  }

  private func draw(_ screen: ReviewScreen) throws {
    do throws(OutputError) {
      try terminal.draw(screen)
    } catch {
      throw Interruption.Caught(status: .hungUp)
    }
  }

  /// Returns the next keys; empty if the screen has to be redrawn.
  private func nextKeys() async throws -> [ReviewKey] {
    switch await terminal.next() {
    case .keys(let keys): return keys
    case .redraw: return []
    case .stop:
      try await terminal.stop()
      return []
    case .resume:
      try terminal.open()
      return []
    case .cancelled: throw CancellationError()
    case .gone:
      try Task.checkCancellation()
      throw Interruption.Caught(status: .hungUp)
    }
  }
}
