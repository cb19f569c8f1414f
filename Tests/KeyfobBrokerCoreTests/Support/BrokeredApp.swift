import KeyfobBrokerCore
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobTesting
import Testing

/// An app that uses the broker, by either channel.
struct BrokeredApp {
    var bundleID: String
    var teamID = "TEAM1"
    var clientID = Contoso.suite
    var scopes = Contoso.read
    var tenant = "common"
    var key = BrokerKey(random: SystemRandomSource())

    static let a = BrokeredApp(bundleID: "test.contoso.a")
    static let b = BrokeredApp(bundleID: "test.contoso.b")
    static let notes = BrokeredApp(bundleID: "test.fabrikam.notes", teamID: "TEAM2", clientID: Contoso.notes)

    var redirectURI: String { "msauth.\(bundleID)://auth" }

    /// The app as the operating system names it.
    func caller(
        _ channel: CallerIdentity.Channel = .singleSignOnExtension,
        assurance: CallerIdentity.Assurance = .kernelEnforced
    ) -> CallerIdentity {
        CallerIdentity(bundleID: bundleID, teamID: teamID, channel: channel, assurance: assurance)
    }

    /// A request as MSAL writes it.
    func request(_ change: (inout BrokerRequest) -> Void = { _ in }) throws -> BrokerRequest {
        var request = BrokerRequest(
            target: .scopes(scopes, openID: .reserved), authority: try Authority("https://\(Contoso.host)/\(tenant)"),
            clientID: clientID, redirectURI: redirectURI, correlationID: SystemRandomSource().uuid(), key: key,
            nonce: SystemRandomSource().uuid())
        request.app = BrokerApp(name: "App \(bundleID)")
        change(&request)
        return request
    }

    /// Sends a request over a URL, and parses the reply as the app does.
    func ask(
        _ broker: BrokerEngine, caller: CallerIdentity? = nil, _ change: (inout BrokerRequest) -> Void = { _ in }
    ) async throws -> BrokerResponse {
        let request = try request(change)
        switch await broker.handle(url: request.url(to: .keyfob), caller: caller) {
        case .refused(let error): throw error
        case .open(let url):
            let reply = try #require(BrokerResponseURL(url.reveal()))
            return try reply.open(key: key, request: try BrokerResumeState(request, keychainGroup: "group"))
        }
    }

    /// Sends a request through the single sign-on extension.
    func ask(
        _ broker: BrokerEngine, _ operation: SingleSignOnOperation, as caller: CallerIdentity? = nil,
        _ change: (inout SingleSignOnTokenRequest) -> Void = { _ in }
    ) async throws -> BrokerResponse {
        var wanted = SingleSignOnTokenRequest(
            authority: try Authority("https://\(Contoso.host)/\(tenant)"), clientID: clientID,
            redirectURI: redirectURI, scopes: scopes)
        change(&wanted)
        let content: SingleSignOnRequest.Content = operation == .login ? .login(wanted) : .refresh(wanted)
        let reply = try await ask(broker, content, as: caller)
        guard case .tokens(let tokens) = reply.content else { throw Unexpected() }
        return tokens
    }

    /// Sends any operation to the single sign-on extension.
    func ask(
        _ broker: BrokerEngine, _ content: SingleSignOnRequest.Content, as caller: CallerIdentity? = nil
    ) async throws -> SingleSignOnResponse {
        let request = SingleSignOnRequest(content, correlationID: SystemRandomSource().uuid())
        let dictionary = await broker.handle(
            operation: request.operation.rawValue, dictionary: request.dictionary, caller: caller ?? self.caller())
        return try SingleSignOnResponse(dictionary, answering: request.operation)
    }

    struct Unexpected: Error {}
}
