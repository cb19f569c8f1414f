import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// A provider whose directory an administrator manages with the Azure command line, and what the objects made there can
/// do: get tokens, or not.
struct AzureDirectory: Sendable {
    let provider: RunningProvider
    let azure: AzureCommandLine

    /// Runs a body with a command line in which Grace, Contoso's administrator, is signed in.
    static func with(_ body: (AzureDirectory) async throws -> Void) async throws {
        try await RunningProvider.with { provider in
            try await AzureCommandLine.with(provider) { azure in
                let login = try azure.start(
                    "login", "--use-device-code", "--tenant", Contoso.tenant, "--output", "none")
                _ = try await provider.approve(login, as: Contoso.grace)
                let outcome = await login.outcome()
                try #require(outcome.status == 0, "\(outcome.output)")
                try await body(AzureDirectory(provider: provider, azure: azure))
                #expect(await azure.otherHosts() == [])
            }
        }
    }

    /// Runs `az`, and returns what it prints.
    @discardableResult
    func callAsFunction(_ arguments: String...) async throws -> JSONValue { try await azure.run(arguments) }

    /// The error of a command that has to fail.
    func failure(_ arguments: String...) async throws -> String {
        let failed = await #expect(throws: AzureCommandLine.Failed.self) { try await azure.run(arguments) }
        return failed?.description ?? ""
    }

    /// Runs `az rest` at a path of Graph.
    @discardableResult
    func rest(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
        let content = body.map { ["--body", $0.text()] } ?? []
        return try await azure.run(
            [
                "rest", "--method", method, "--url", "\(provider.origin)/v1.0/\(path)", "--resource",
                "\(provider.origin)/",
            ]
                + content)
    }

    /// The id of an object that a command printed.
    static func id(_ value: JSONValue) throws -> String { try #require(value["id"]?.stringValue) }

    /// What the objects can do.
    var tokens: Tokens { Tokens(provider: provider) }
}

extension AzureDirectory {
    /// The requests for tokens that show what an object of the directory can do.
    struct Tokens: Sendable {
        static let commandLine = "04b07795-8ddb-461a-bbee-02f9e1bf7b46"
        static let management = "https://management.azure.com//.default"

        let provider: RunningProvider

        /// What the token endpoint says to a form: nil for a token, and the AADSTS number of a refusal.
        func refusal(_ parameters: [(String, String)]) async throws -> Int64? {
            let url = try #require(HTTPURL("\(provider.origin)/\(Contoso.tenant)/oauth2/v2.0/token"))
            let response = try await provider.transport.send(.form(url, FormParameters(parameters)))
            let body = try JSONValue(parsing: response.body)
            guard response.status != 200 else { return body["access_token"]?.stringValue == nil ? 0 : nil }
            return body["error_codes"]?.arrayValue?.first?.integerValue ?? 0
        }

        /// The refusal of a user's name and password; at the Azure command line's client, which needs no consent.
        func refusal(user: String, _ password: String, client: String = commandLine, scope: String = management)
            async throws -> Int64?
        {
            try await refusal([
                ("grant_type", "password"), ("client_id", client), ("username", user), ("password", password),
                ("scope", scope),
            ])
        }

        /// The refusal of a client's secret.
        func refusal(client: String, secret: String) async throws -> Int64? {
            try await refusal([
                ("grant_type", "client_credentials"), ("client_id", client), ("client_secret", secret),
                ("scope", "https://graph.microsoft.com/.default"),
            ])
        }
    }
}

extension JSONValue {
    /// One member of every element.
    func each(_ name: String) -> [String] { arrayValue?.compactMap { $0[name]?.stringValue } ?? [] }
}
