import FoundationEssentials

/// How often a fuzz test tries.
public enum FuzzRounds {
  /// How many damaged connections there are; `FUZZ_MUTANTS` in the environment asks for more.
  public static let mutants =
    ProcessInfo.processInfo.environment["FUZZ_MUTANTS"].flatMap { Int($0) } ?? 15_000

  /// A few rounds in a usual run; `FUZZ_ROUNDS` in the environment asks for a longer one.
  public static func count(_ usual: Int) -> Int {
    ProcessInfo.processInfo.environment["FUZZ_ROUNDS"].flatMap { Int($0) } ?? usual
  }
}
