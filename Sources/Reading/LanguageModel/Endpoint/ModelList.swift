import CivilTime
import Encoding
package import Networking

package struct ModelList: Hashable, Sendable {
  /// The model names in alphabetical order.
  package let names: [String]
  /// The endpoint's time from the `Date` field, in seconds since 1970.
  package let serverTime: Double?

  /// Requests the models: `GET {base}/models`.
  package init(
    at endpoint: ModelEndpoint, transport: any HTTPSending, timeouts: HTTPTimeouts
  ) async throws(ChatFailure) {
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await transport.send(
        HTTPRequest(
          .get, endpoint.url("/models"), headers: endpoint.fields(hasBody: false),
          timeouts: timeouts))
    } catch {
      let responseAction = AnswerClassifier.read(error).masked(endpoint.secrets)
      if case .stop(let cause, let why) = responseAction {
        throw ChatFailure(.unusable(cause), why)
      }
      throw ChatFailure(
        error == .cancelled ? .cancelled : .endpoint, endpoint.secrets.masked(error.description))
    }
    serverTime = response.headers["date"].flatMap { HTTPDate.seconds($0) }
    guard (200...299).contains(response.status) else {
      let why = "\(endpoint.host) answered \(response.status) to GET /models"
      switch response.status {
      case 401, 403: throw ChatFailure(.unusable(.key), why + "; check the key")
      case 404: throw ChatFailure(.unusable(.address), why + endpoint.addressHint)
      default: throw ChatFailure(.endpoint, why)
      }
    }
    let json = try? JSONValue(parsing: response.body)
    guard let list = json?["data"]?.array ?? json?["models"]?.array ?? json?.array else {
      throw ChatFailure(
        .unusable(.address),
        "\(endpoint.host) sent an unexpected answer to GET /models"
          + endpoint.addressHint)
    }
    names = list.compactMap { $0["id"]?.string ?? $0["name"]?.string }.sorted()
  }
}
