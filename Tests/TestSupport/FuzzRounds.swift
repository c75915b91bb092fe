import FoundationEssentials

/// The number of rounds of a fuzz test.
public enum FuzzRounds {
  /// The number of damaged connections; `FUZZ_MUTANTS` in the environment asks for more.
  public static let mutants =
    ProcessInfo.processInfo.environment["FUZZ_MUTANTS"].flatMap { Int($0) } ?? 15_000

  /// A few rounds in a usual run; `FUZZ_ROUNDS` in the environment asks for a longer one.
  public static func count(_ usual: Int) -> Int {
    ProcessInfo.processInfo.environment["FUZZ_ROUNDS"].flatMap { Int($0) } ?? usual
  }
}
