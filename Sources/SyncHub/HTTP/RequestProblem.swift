/// What is wrong with a request, and the status of the answer that says so.
struct RequestProblem: Error, Hashable {
  let status: Int
  let sentence: String

  /// A value is not what it has to be.
  static func expected(_ status: Int, _ name: String, _ what: String) -> RequestProblem {
    RequestProblem(status: status, sentence: "'\(name)' has to be \(what)")
  }
}
