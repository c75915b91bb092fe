import Foundation
import TestSupport
import WordFuzz

/// `benchmarks replies words`: sends mutated sentences, the same ones in every run, through all steps that a message
/// takes. `benchmarks replies window` prints and reads one window of them.
enum WordRounds {
  static func run(sentences: Int, from first: Int) async throws {
    let trial = try WindowTrial()
    let windows = FuzzRun.windows(of: sentences, from: first)
    let start = Date()
    print("windows \(windows.lowerBound) to \(windows.upperBound - 1)")
    let tally = await FuzzRun.read(windows, trial) { tally, last in
      guard tally.sentences / 500_000 > (tally.sentences - last.sentences) / 500_000 else { return }
      let seconds = Int(Date().timeIntervalSince(start))
      FileHandle.standardError.write(Data("\(tally.sentences) sentences in \(seconds) s\n".utf8))
    }
    print(
      "\(tally.sentences) sentences in \(windows.count) windows: \(tally.found) items found, "
        + "\(tally.deadlines) deadlines, \(tally.findings) findings and \(tally.diagnostics) remarks on "
        + "replies, \(tally.changes) changes of items")
    print("\(Date().timeIntervalSince(start)) s")
  }

  /// Prints the messages of one window and reads it.
  static func show(_ number: Int) throws {
    let trial = try WindowTrial()
    for text in trial.texts(ofWindow: number) { print(text.debugDescription) }
    print(trial.read(number))
  }
}
