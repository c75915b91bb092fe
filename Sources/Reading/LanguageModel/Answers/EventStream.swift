import Encoding

/// A streamed completion, as server-sent events: `data: {…}` for each piece, and `data: [DONE]`.
///
/// Some gateways stream every answer, although no stream is requested.
struct EventStream {
  /// The completion as it would be without a stream, or the error that a piece reports.
  let completion: JSONValue

  /// Returns nil if the text is not a stream of events.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.starts(with: "data:".utf8) || bytes.starts(with: "event:".utf8) else { return nil }
    var content = ""
    var reasoning = ""
    var finish = JSONValue.null
    var usage = JSONValue.null
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      // The end has no JSON. A damaged piece makes the answer damaged, which its reader notices.
      guard line.starts(with: "data:".utf8),
        let piece = try? JSONValue(
          parsing: line.dropFirst(5), limits: JSONReader.Limits(depth: AnswerBody.depth))
      else { continue }
      if let error = piece["error"], !error.isNull {
        completion = piece
        return
      }
      if let counts = piece["usage"], !counts.isNull { usage = counts }
      guard let choice = piece["choices"]?[0] else { continue }
      let delta = choice["delta"] ?? choice["message"]
      content += delta?["content"]?.string ?? ""
      reasoning += delta?["reasoning_content"]?.string ?? delta?["reasoning"]?.string ?? ""
      if let reason = choice["finish_reason"], !reason.isNull { finish = reason }
    }
    completion = [
      "choices": [
        [
          "message": ["content": .string(content), "reasoning_content": .string(reasoning)],
          "finish_reason": finish,
        ]
      ], "usage": usage,
    ]
  }
}
