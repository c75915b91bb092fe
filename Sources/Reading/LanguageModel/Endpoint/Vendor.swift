/// The company that runs an endpoint, if its addresses need special treatment. `ServerProgram` is for local servers.
enum Vendor: Hashable, Sendable {
  case openAI, azure, groq, openRouter, mistral, anthropic, gemini

  init?(host: String) {
    let host = host.lowercased()
    switch host {
    case "api.openai.com": self = .openAI
    case "api.groq.com": self = .groq
    case "openrouter.ai": self = .openRouter
    case "api.mistral.ai": self = .mistral
    case "api.anthropic.com": self = .anthropic
    case "generativelanguage.googleapis.com": self = .gemini
    default:
      guard
        [".openai.azure.com", ".cognitiveservices.azure.com", ".services.ai.azure.com"]
          .contains(where: host.hasSuffix)
      else { return nil }
      self = .azure
    }
  }

  /// Returns the path to append to an incomplete address; nil if nothing is missing.
  func missingPath(after path: String) -> String? {
    switch (self, path) {
    case (.openAI, ""), (.mistral, ""), (.anthropic, ""): "/v1"
    case (.groq, ""): "/openai/v1"
    case (.groq, "/openai"): "/v1"
    case (.openRouter, ""): "/api/v1"
    case (.openRouter, "/api"): "/v1"
    case (.azure, ""): "/openai/v1"
    case (.azure, "/openai"): "/v1"
    case (.gemini, ""): "/v1beta/openai"
    case (.gemini, "/v1beta"): "/openai"
    default: nil
    }
  }

  /// Returns the query that an address needs: Azure's deployments require a version.
  func usualQuery(for path: String) -> String? {
    self == .azure && path.hasPrefix("/openai/deployments/") ? "api-version=2024-10-21" : nil
  }
}
