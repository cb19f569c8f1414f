import Foundation
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("What OpenID providers do besides the specifications")
struct OddityTests {
    /// One row of `Tests/Vectors/openid-oddities.tsv`.
    struct Row: Sendable, CustomTestStringConvertible {
        let id: String
        let place: String
        let change: JSONValue
        let code: String
        let compared: [String: String]
        var testDescription: String { id }

        static let all: [Row] = read()

        private static func read() -> [Row] {
            let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "Vectors/openid-oddities.tsv")
            let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
                let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
                guard cells.count == 5, let change = try? JSONValue(parsing: Array(cells[2].utf8)) else { return nil }
                let parts = cells[3].split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
                let pairs = parts.dropFirst().map { part in
                    let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    return (String(halves[0]), halves.count > 1 ? String(halves[1]) : "")
                }
                return Row(
                    id: cells[0], place: cells[1], change: change, code: parts.first ?? "",
                    compared: Dictionary(pairs) { $1 })
            }
        }
    }

    private let clock = MovableClock()

    private func app(
        _ provider: OddProvider, store: any CredentialStore = InMemoryCredentialStore(), identifier: String? = nil
    ) throws -> PublicClientApplication {
        let configuration = try ClientConfiguration(
            clientID: OddProvider.clientID, redirectURI: RedirectURI("http://localhost"),
            authority: .openID(issuer: OddProvider.issuer), appIdentifier: identifier)
        return PublicClientApplication(
            configuration: configuration,
            environment: ClientEnvironment(
                transport: provider, clock: clock, random: SystemRandomSource(), store: store,
                refreshLock: InProcessRefreshLock(), userAgent: provider, pause: ImmediatePause(moving: clock)))
    }

    @Test("at least 90 oddities are known, each once")
    func table() {
        #expect(Row.all.count >= 90 && Set(Row.all.map(\.id)).count == Row.all.count)
    }

    @Test("each oddity has the outcome of the table", arguments: Row.all)
    func outcome(_ row: Row) async throws {
        let clock = clock
        let provider = OddProvider(row.place, row.change) { clock.unixSeconds }
        let app = try app(provider)
        let result: TokenResult
        do throws(AuthError) {
            result = try await app.acquireToken(InteractiveParameters(scopes: ["email"]))
        } catch {
            #expect(error.code.rawValue == row.code, "\(error.message)")
            if let part = row.compared["message"] {
                #expect("\(error.message) \(error.remedy ?? "")".contains(part), "\(error.message)")
            }
            // Only a sign-in with fewer scopes than requested leaves an account.
            #expect(try app.accounts().isEmpty == (error.code != .serverDeclinedScopes))
            return
        }
        #expect(row.code == "accepted")
        for (name, value) in row.compared {
            switch name {
            case "issuer": #expect(result.account.claims?["iss"]?.stringValue == value)
            case "sent":
                #expect(provider.sentScopes.map(ScopeSet.init(spaceSeparated:)) == ScopeSet(spaceSeparated: value))
            case "expires":
                #expect(Int64(result.expiresOn.timeIntervalSince1970) - clock.unixSeconds == Int64(value))
            case "scopes": #expect(result.scopes == ScopeSet(spaceSeparated: value))
            case "user": #expect(result.account.username ?? "" == value)
            case "refresh": break
            default: Issue.record("\(row.id) compares \(name)")
            }
        }
        // What was granted is served from the store, without a request.
        let silent = SilentParameters(scopes: ["email"], account: result.account)
        #expect(try await app.acquireTokenSilent(silent).source == .cache)
        try await refresh(app, result.account, provider, row.compared["refresh"] ?? "accepted")
    }

    @Test("another scope is named in the refresh; a provider that ignores it, or refuses it, requires a sign-in")
    func anotherScope() async throws {
        let clock = clock
        for (place, change) in [("none", JSONValue.null), ("refresh-error", [400, "{\"error\": \"invalid_scope\"}"])] {
            let provider = OddProvider(place, change) { clock.unixSeconds }
            let app = try app(provider)
            let account = try await app.acquireToken(InteractiveParameters(scopes: ["email"])).account
            let error = await failure { () async throws(AuthError) in
                try await app.acquireTokenSilent(SilentParameters(scopes: ["phone"], account: account))
            }
            #expect(error?.code == .interactionRequired)
            #expect(provider.refreshScopes == ["openid phone"])
            let silent = SilentParameters(scopes: ["email"], account: account)
            #expect(try await app.acquireTokenSilent(silent).source == .cache)
        }
    }

    @Test("no error repeats a secret that a provider has echoed, in the form of JSON, of a URL or as it is")
    func echoes() async throws {
        let clock = clock
        let secret = "refresh-1/secret+token"
        for form in [secret, secret.replacing("/", with: #"\/"#), "refresh-1%2Fsecret%2Btoken"] {
            let body = #"{"error": "invalid_grant", "error_description": "\#(form) unknown"}"#
            let provider = OddProvider("echo", [.string(secret), .string(body)]) { clock.unixSeconds }
            let app = try app(provider)
            let account = try await app.acquireToken(InteractiveParameters(scopes: ["email"])).account
            let error = await failure { () async throws(AuthError) in
                try await app.acquireTokenSilent(
                    SilentParameters(scopes: ["email"], account: account, forceRefresh: true))
            }
            #expect(error?.code == .interactionRequired && error?.server?.description == "(removed) unknown")
            #expect(error.map { !"\($0) \($0.message)".contains("secret") } == true)
        }
    }

    @Test("a device code's response without an ID token: UserInfo names the user, and without it nothing is stored")
    func deviceCode() async throws {
        let clock = clock
        let rows: [(JSONValue, AuthError.Code?)] = [
            (["sub": "person-1", "email": "ada@odd.test"], nil), (401, .invalidResponse),
        ]
        for (info, code) in rows {
            let provider = OddProvider("device", info) { clock.unixSeconds }
            let app = try app(provider)
            let error = await failure { () async throws(AuthError) in
                try await app.acquireTokenByDeviceCode(DeviceCodeParameters(scopes: ["email"])) { _ in }
            }
            #expect(error?.code == code, "\(error?.message ?? "")")
            let accounts = try app.accounts()
            #expect(accounts.count == (code == nil ? 1 : 0))
            guard let account = accounts.first else { continue }
            #expect(account.username == "ada@odd.test" && account.environment == "odd.test")
            clock.advance(seconds: 7200)
            let silent = SilentParameters(scopes: ["email"], account: account)
            #expect(try await app.acquireTokenSilent(silent).account.username == "ada@odd.test")
        }
    }

    @Test("a sign-out revokes the refresh token first; if the provider cannot, the account stays and the error says so")
    func revocation() async throws {
        let clock = clock
        let rows: [(String, JSONValue, AuthError.Code?, [String])] = [
            ("revocation", 200, nil, ["refresh-1"]), ("revocation-elsewhere", 200, nil, ["refresh-1"]),
            ("revocation", 401, .invalidResponse, ["refresh-1"]), ("none", nil, .configuration, []),
        ]
        for (place, change, code, revoked) in rows {
            let provider = OddProvider(place, change) { clock.unixSeconds }
            let store = InMemoryCredentialStore()
            let app = try app(provider, store: store, identifier: "test.one")
            let account = try await app.acquireToken(InteractiveParameters(scopes: ["email"])).account
            let other = try self.app(provider, store: store, identifier: "test.two")
            let silent = SilentParameters(scopes: ["email"], account: account)
            #expect(try await other.acquireTokenSilent(silent).source == .cache)
            var parameters = SignOutParameters()
            parameters.revokesTokens = true
            let asked = parameters
            let error = await failure { () async throws(AuthError) in try await app.signOut(account, asked) }
            #expect(error?.code == code && error?.code != .interactionRequired, "\(error?.message ?? "")")
            #expect(provider.revokedTokens == revoked)
            #expect(try app.accounts().isEmpty == (code == nil))
            // What is revoked is no use to another app of the same client.
            let left = await failure { () async throws(AuthError) in try await other.acquireTokenSilent(silent) }
            #expect(left?.code == (code == nil ? .interactionRequired : nil))
        }
    }

    /// Refreshes after the token has expired, twice: a refresh token that was not replaced is used again.
    private func refresh(
        _ app: PublicClientApplication, _ account: Account, _ provider: OddProvider, _ expected: String
    ) async throws {
        for _ in 0..<2 {
            clock.advance(seconds: 400_000_000)
            do throws(AuthError) {
                let result = try await app.acquireTokenSilent(SilentParameters(scopes: ["email"], account: account))
                #expect(expected == "accepted" && result.account.identifier == account.identifier)
            } catch {
                #expect(error.code.rawValue == expected, "\(error.message)")
                // Whatever happened, the user need not be asked for a name again.
                #expect(try app.account(for: account.identifier) != nil)
                return
            }
        }
        // RFC 6749 section 6: the scopes of the sign-in, if none is named.
        #expect(provider.refreshScopes.allSatisfy { $0 == nil })
        #expect(provider.refreshTokens.first == "refresh-1" && provider.refreshTokens.allSatisfy { $0 != nil })
    }
}
