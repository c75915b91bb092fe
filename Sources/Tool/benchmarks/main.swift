import Foundation

// The program `benchmarks`, started by hand: runs one of these measurements. README.md describes them.
let usage = """
  usage: benchmarks load FOLDER [--messages N] [--times N] [--tool PATH] [--python PATH]
         benchmarks replies mutants|floods|crowd [--count N]
         benchmarks replies quotes
         benchmarks replies words [--count N] [--from WINDOW]
         benchmarks replies window --from WINDOW
         benchmarks scale FOLDER [--to MESSAGES] [--endpoint MESSAGES] [--tool PATH]
         benchmarks shapes FOLDER [--shape NAME|KNOB=N,...]... [--from MESSAGES] [--doublings N]
                           [--limit SECONDS] [--tool PATH]
         benchmarks store FOLDER [--items N] [--python PATH]
         benchmarks timing FOLDER [--count N] [--items N] [--tool PATH]
         benchmarks compare A.json B.json

  """

var arguments = Arguments(CommandLine.arguments.dropFirst())
do {
  switch try arguments.operand() {
  case "load": try LoadBenchmark(&arguments).run()
  case "replies": try await ReplyBenchmark(&arguments).run()
  case "scale": try GrowthTable(&arguments).print()
  case "shapes": try ShapeTable(&arguments).print()
  case "store": try await StoreBenchmark(&arguments).run()
  case "timing": try await TimingBenchmark(&arguments).run()
  case "compare": try ScoreComparison(&arguments).print()
  default: throw Arguments.Misused()
  }
} catch is Arguments.Misused {
  FileHandle.standardError.write(Data(usage.utf8))
  exit(2)
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
