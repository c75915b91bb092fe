import Foundation
import TestSupport

/// Commands that are run in turn, so that what else the machine does falls on all of them.
struct ComparedCommands {
  let commands: [(name: String, words: [String])]

  /// Runs each so many times; returns a line for each, with the medians in seconds and their ratio to the last
  /// command's.
  func rows(times: Int) throws -> [String] {
    var runs: [[MeasuredRun]] = commands.map { _ in [] }
    for _ in 0..<times {
      for number in commands.indices {
        runs[number].append(try MeasuredRun(commands[number].words))
      }
    }
    let walls = runs.map { Self.median($0.map(\.wall)) }
    let processors = runs.map { Self.median($0.map(\.processor)) }
    return commands.indices.map { number in
      String(
        format: "  %-8@ %6.2f s, %.2f of the peer; processor %6.2f s, %.2f", commands[number].name,
        walls[number], walls[number] / (walls.last ?? 1), processors[number],
        processors[number] / (processors.last ?? 1))
    }
  }

  private static func median(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
  }
}
