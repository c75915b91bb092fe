import Dispatch

/// Runs a blocking function on a dispatch queue of its own, which keeps the threads of tasks free.
package func runBlocking<Result: Sendable>(
  _ label: String, _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "actionitems.\(label)").async {
      continuation.resume(with: Swift.Result { try body() })
    }
  }
}
