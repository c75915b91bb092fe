import Foundation

/// Measures the store, side by side with SQLite where Python is there. Run by hand:
///
///     swift run -c release store-bench peer FOLDER [ITEMS [GROUP…]]
///     swift run -c release store-bench items FOLDER COUNT
///     swift run -c release store-bench load FOLDER [TIMES]
///     swift run -c release store-bench marks FOLDER COUNT
///     swift run -c release store-bench run FOLDER
let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
  print("usage: store-bench peer|items|load|marks|run FOLDER [COUNT]")
  exit(2)
}
let measurement = Measurement(folder: arguments[2])
let count = arguments.count > 3 ? Int(arguments[3]) ?? 100_000 : 100_000
let start = ContinuousClock.now
switch arguments[1] {
case "peer":
  let groups = arguments.dropFirst(4).compactMap { Int($0) }
  try await measurement.besideSQLite(count: count, groups: groups.isEmpty ? [1, 10, 100] : groups)
case "items": try await measurement.makeItems(count: count)
case "load": try await measurement.loadItems(times: count)
case "marks": try await measurement.makeMarks(count: count)
case "run": try await measurement.runOverOneConversation()
default: exit(2)
}
print("\((ContinuousClock.now - start) / .seconds(1)) s, at most \(Measurement.peakMemory) MB")
