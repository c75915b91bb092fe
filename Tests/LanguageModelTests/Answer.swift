import Networking
import Testing

@testable import LanguageModel

/// One response of a server in its own form, from its source code or its users.
struct Answer: CustomTestStringConvertible, Sendable {
  let name: String
  let status: Int
  let body: String
  var headers: HTTPHeaders = [:]
  /// The expected reaction, in the form of `words`.
  let responseAction: String
  var testDescription: String { name }

  init(_ name: String, _ status: Int, _ body: String, _ responseAction: String) {
    self.init(name, status, body, [:], responseAction)
  }

  init(
    _ name: String, _ status: Int, _ body: String, _ headers: HTTPHeaders, _ responseAction: String
  ) {
    self.name = name
    self.status = status
    self.body = body
    self.headers = headers
    self.responseAction = responseAction
  }

  func check() {
    let words = Self.words(Self.read(status, body, headers).responseAction)
    #expect(words == responseAction, "\(name)")
  }

  static func read(
    _ status: Int, _ body: String, _ headers: HTTPHeaders = [:]
  ) -> ClassifiedAnswer {
    AnswerClassifier.read(
      HTTPResponse(status: status, headers: headers, body: Array(body.utf8)), now: 1_767_600_000)
  }

  /// A short description of a reaction.
  static func words(_ responseAction: ResponseAction) -> String {
    switch responseAction {
    case .use(let reply): "use \(reply.text)" + (reply.isCut ? ", cut" : "")
    case .retry(let cause, nil, _): "retry, \(cause)"
    case .retry(let cause, let wait?, _): "retry, \(cause), \(wait / .seconds(1)) s"
    case .change(let change, _): "change, \(change)"
    case .split(let limit?, _): "split, \(limit.requested) of \(limit.allowed)"
    case .split(nil, _): "split"
    case .raiseCap: "raise the cap"
    case .skip: "skip"
    case .fail: "fail"
    case .stop(let cause, _): "stop, \(cause)"
    }
  }
}
