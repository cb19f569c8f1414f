import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobDeviceClient
import KeyfobOAuth

/// A request for tokens, as the SDK puts it to the single sign-on extension and reads the answer.
struct Question: Sendable {
    private let request: SingleSignOnTokenRequest
    private let singleSignOn: DeviceSingleSignOn
    private let provider: String

    init(_ json: JSONValue, _ device: DeviceConnection) throws {
        func text(_ name: String) throws -> String {
            guard let text = json[name]?.stringValue else {
                throw AskingApp.Trouble(description: "\(name) is missing.")
            }
            return text
        }
        let authority = try text("authority")
        provider = json["provider"]?.stringValue ?? authority
        var request = SingleSignOnTokenRequest(
            authority: try Authority(authority), clientID: try text("client_id"),
            redirectURI: "msauth.\(device.identity.bundleID)://auth",
            scopes: ScopeSet(spaceSeparated: try text("scope")))
        request.user = BrokerUser(
            homeAccountID: json["home_account_id"]?.stringValue, username: json["username"]?.stringValue)
        request.forcesRefresh = json["force"]?.boolValue ?? false
        self.request = request
        singleSignOn = DeviceSingleSignOn(device)
    }

    /// The request as it is sent.
    func options(_ operation: SingleSignOnOperation) -> [String: String] {
        let content: SingleSignOnRequest.Content = operation == .login ? .login(request) : .refresh(request)
        return SingleSignOnRequest(
            content, correlationID: SystemRandomSource().uuid(),
            app: BrokerApp(name: "Bench", version: "1.0", sdkName: "Keyfob")
        ).dictionary
    }

    /// Sends it; the answer as it comes.
    func raw(_ operation: SingleSignOnOperation, _ options: [String: String]) async throws -> [String: String] {
        try await singleSignOn.perform(
            operation.rawValue, options: options, at: provider, mayInteract: operation.mayInteract)
    }

    /// Asks, and reads the tokens of the answer.
    func ask(_ operation: SingleSignOnOperation) async throws -> BrokerTokens {
        let reply = try SingleSignOnResponse(await raw(operation, options(operation)), answering: operation)
        guard case .tokens(let answer) = reply.content, let tokens = answer.tokens, tokens.accessToken != nil else {
            throw AskingApp.Trouble(description: "The broker gave no token: \(reply.content)")
        }
        return tokens
    }
}
