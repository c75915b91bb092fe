/// The options of the `batch` commands.
enum BatchOptionSet {
  static let output = Option.text(
    "output", letter: "o", "FILE", "write the questions to FILE, which ends in .jsonl"
  ).perCall
  static let fileRequests = Option<Int>.number(
    "file-requests", 1...50_000, "begin another file after N questions"
  ).defaulting(to: "50000, what OpenAI takes")
  static let fileBytes = Option<Int>.number(
    "file-bytes", 1000...200_000_000, "begin another file before it has more than N bytes"
  ).defaulting(to: "200000000, what OpenAI takes")
  static let waitFor = Option<Duration>.duration(
    "wait-for-answers", "leave the messages to the batch for TIME; then 'extract' reads them itself"
  ).defaulting(to: "7d")

  /// Messages are left to a batch for so long: OpenAI answers within a day or not at all.
  static let usualWait = Duration.seconds(7 * 86_400)
}
