import ActionItemModel
import ReplyDecoding
import Windowing

/// Reads one window from end to end: question, reply, decoding, grounding.
struct WindowTask: Sendable {
  let window: Window
  let place: Int
  let people: People

  /// What became of the window.
  struct Result: Sendable {
    var task: WindowTask
    var grounded = Grounder.Result()
    var usage = Usage()
    var failure: WindowFailure?
  }

  func run(_ model: any WindowModel, _ grounder: Grounder) async -> Result {
    var result = Result(task: self)
    do throws(WindowFailure) {
      let reply = try await model.reply(to: window)
      result.usage = reply.usage
      do throws(ReplyError) {
        let items = try ReplyDecoder().items(in: reply.text)
        result.grounded = grounder.ground(items, in: window, people: people)
      } catch {
        throw WindowFailure(error.description, reach: .window)
      }
    } catch {
      result.usage += error.usage
      result.failure = error
    }
    return result
  }

  /// The window as a person is told of it.
  var name: String {
    let new = window.newMessages.map(\.id)
    let title = window.conversation.title ?? window.conversation.id
    guard let first = new.first, let last = new.last else { return title }
    return first == last ? "\(title), message \(first)" : "\(title), messages \(first) to \(last)"
  }
}
