public import LanguageModel
import Windowing

extension BatchAnswer {
  /// The answer as extraction takes it.
  public var windowReply: Result<WindowReply, WindowFailure> {
    let usage = Usage(
      requests: wasAsked ? 1 : 0, promptTokens: reading.usage?.prompt ?? 0,
      completionTokens: reading.usage?.completion ?? 0)
    func failure(_ reach: WindowFailure.Reach, _ why: String)
      -> Result<WindowReply, WindowFailure>
    {
      .failure(WindowFailure(why, reach: reach, usage: usage))
    }
    switch reading.reaction {
    case .use(let reply):
      return .success(WindowReply(text: reply.text, usage: usage, isCut: reply.isCut))
    case .split(_, let why): return failure(.tooLong, why)
    case .skip(let why): return failure(.refused, why)
    case .fail(let why), .raiseCap(let why), .retry(.nothing, _, let why):
      return failure(.window, why)
    // Of these the question knows nothing: the endpoint was busy, out of order, or not set up for it.
    case .retry(_, _, let why), .change(_, let why), .stop(_, let why):
      return failure(.endpoint, why)
    }
  }
}
