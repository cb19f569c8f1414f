import Foundation
import KeyfobAsyncHTTP
import KeyfobBackport
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// `keyfob-idp` as a process on fresh data, with the requests that the tests send it.
struct RunningProvider: Sendable {
    /// Scheme, host and port.
    let origin: String
    /// `KEYFOB_HOME`, where `keyfob` finds the provider's files.
    let home: String
    /// The CA file that clients are configured to trust.
    let caFile: String
    /// An HTTP transport that trusts it.
    let transport: any HTTPTransport
    /// Administers it with its admin token.
    let admin: AdminClient

    /// Runs a body against a provider, and ends the provider.
    ///
    /// - Parameter options: Further options of `keyfob-idp serve`.
    static func with(
        options: [String] = [], _ body: (RunningProvider) async throws -> Void
    ) async throws {
        let home = try TemporaryDirectory("keyfob-interop")
        defer { home.remove() }
        let transports = OneTransport()
        var environment = ProcessInfo.processInfo.environment
        var executable = BuildProducts.executable("keyfob-idp")
        if !options.isEmpty {
            environment["KEYFOB_IDP"] = executable
            environment["KEYFOB_IDP_OPTIONS"] = options.joined(separator: " ")
            executable = Witness.root + "/Tests/InteropTests/Python/provider_with_options.py"
        }
        let process = ProviderProcess(
            directory: home.path + "/idp", executable: executable, environment: environment,
            transport: { try transports.transport(trusting: $0) })
        let outcome = await Result {
            try await process.start()
            let provider = RunningProvider(
                origin: try await process.baseURL().origin, home: home.path, caFile: process.caFile,
                transport: try await process.transport(), admin: try await process.admin())
            try await body(provider)
        }
        await process.stop()
        await transports.shutdown()
        try outcome.get()
    }

    /// Calls Microsoft Graph with the provider's admin token.
    @discardableResult
    func graph(_ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
        try await admin.call(method, "/v1.0/" + path, body)
    }

    /// The sign-in log.
    func signIns() async throws -> [JSONValue] { try await admin.signIns() }

    /// The object id of a user.
    func objectID(of user: String) async throws -> String {
        let users = try await admin.graph(.get, "users")["value"]?.arrayValue ?? []
        return users.first { $0["userPrincipalName"]?.stringValue == user }?["id"]?.stringValue ?? ""
    }

    /// The text of a new secret of Contoso Web.
    func webSecret() async throws -> String {
        try #require(try await admin.addSecret(to: Contoso.web, displayName: "test")["secretText"]?.stringValue)
    }

    /// Grants a client permissions on behalf of a user, or of all users.
    func consent(_ user: String?, to clientID: String, resource: String, _ scopes: [String]) async throws {
        try await admin.setConsent(user: user, clientID: clientID, resource: resource, granted: scopes)
    }

    /// Lets a person with a fresh browser open an address and complete the pages.
    func visit(_ address: String, as user: String, userCode: String? = nil) async throws -> Person.Visit {
        let url = try #require(HTTPURL(address))
        var person = Person(user: user, password: Contoso.password)
        person.userCode = userCode
        var browser = FormBrowser(transport: transport)
        return try await person.visit(url, with: &browser)
    }
}

/// Makes the transport once the CA exists, the same for all callers, so that one shutdown closes it.
private final class OneTransport: Sendable {
    private let made = Mutex<AsyncHTTPTransport?>(nil)

    func transport(trusting caFile: String) throws -> any HTTPTransport {
        try made.withLock { made in
            if let made { return made }
            let transport = try AsyncHTTPTransport(trust: .caFile(caFile))
            made = transport
            return transport
        }
    }

    func shutdown() async { await made.withLock { $0 }?.shutdown() }
}

extension Result where Failure == any Error {
    /// The result or error of an asynchronous body.
    init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
