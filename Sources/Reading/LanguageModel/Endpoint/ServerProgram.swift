/// A program that serves models on one's own machines, recognised by its list of models.
package enum ServerProgram: String, Sendable {
  case llamaCpp = "llamacpp"
  case ollama = "library"
  case vLLM = "vllm"
  case lmStudio = "organization_owner"

  /// Returns advice how to start the program with a context of this many tokens.
  package func start(withContext tokens: Int) -> String {
    switch self {
    case .llamaCpp: "start it as 'llama-server -c \(tokens) --parallel 1'"
    case .ollama: "start it with OLLAMA_CONTEXT_LENGTH=\(tokens)"
    case .vLLM: "start it with '--max-model-len \(tokens)'"
    case .lmStudio: "load the model with a context of \(tokens) tokens"
    }
  }
}
