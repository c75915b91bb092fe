import JSONText

/// One line of a batch file: a question that is answered later, as OpenAI's `/batches` and
/// `vllm run-batch` read it.
public enum BatchQuestion {
  /// The line, with its end; `body` is the request as it would be sent to the endpoint by itself.
  public static func line(name: BatchQuestionName, body: [UInt8]) -> [UInt8] {
    var writer = JSONWriter()
    writer.reserve(body.count + 128)
    writer.beginObject()
    writer.key("custom_id")
    writer.string(name.description)
    writer.key("method")
    writer.string("POST")
    writer.key("url")
    writer.string("/v1/chat/completions")
    writer.key("body")
    writer.raw(body)
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }
}
