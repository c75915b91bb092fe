import Dispatch

/// Does what blocks, on a thread of its own.
package func apart<Result: Sendable>(
  _ label: String, _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "actionitems.\(label)").async {
      continuation.resume(with: Swift.Result { try body() })
    }
  }
}
