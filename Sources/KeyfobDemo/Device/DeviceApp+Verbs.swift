#if Server
import Keyfob
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobTesting

extension DeviceApp {
    /// Performs the driver's request through the public API, and returns the app's output.
    func perform(_ verb: String, _ request: JSONValue) async throws -> JSONValue {
        switch verb {
        case "sign-in": return describe(try await signIn(request))
        case "call": return describe(try await call(request))
        case "accounts":
            let accounts = try await application.accountsFromDevice()
            return ["ok": true, "accounts": .strings(accounts.compactMap(\.username).sorted())]
        case "sign-out":
            guard let account = try await account(request) else { throw Self.noAccount }
            try await application.signOut(account)
            return ["ok": true]
        case "remove":
            guard let account = try await account(request) else { throw Self.noAccount }
            try await application.removeAccount(account)
            return ["ok": true]
        case "wipe":
            for account in try application.accounts() { try await application.wipeAccount(account) }
            return ["ok": true]
        case "cancel":
            return ["ok": .bool(broker.exchange.cancel())]
        case "resumed":
            switch await application.resumedResponse() {
            case .token(let result): return describe(result)
            case .failure(let error): throw error
            case .adal, nil: return ["ok": false, "code": "none", "message": "There was no reply to an earlier run."]
            }
        case "protect":
            guard let account = try await account(request) else { throw Self.noAccount }
            return try await protect(account)
        case "visits": return ground.shownPages
        case "hand-over":
            // Simulates an app with both delegates, which passes one URL on twice.
            let url = request["url"]?.stringValue ?? ""
            return ["ok": .bool(application.handleResponse(url, sourceApplication: request["source"]?.stringValue))]
        case "who":
            return [
                "ok": true, "user": .string(device.identity.bundleID),
                "accounts": .strings(device.identity.accessGroups),
            ]
        default: throw AuthError.configuration("The app did not understand the request.")
        }
    }

    private func signIn(_ request: JSONValue) async throws(AuthError) -> TokenResult {
        var parameters = InteractiveParameters(scopes: scopes(request), loginHint: request["user"]?.stringValue)
        if request["bound"]?.boolValue == true {
            // Not merely a hint: this account or none.
            guard let account = try await account(request) else { throw Self.noAccount }
            parameters.account = account
        }
        parameters.brokerUse = request["broker"]?.stringValue.flatMap(BrokerUse.init(rawValue:))
        parameters.prompt = request["prompt"]?.stringValue.flatMap(InteractivePrompt.init(rawValue:))
        if let authority = request["authority"]?.stringValue { parameters.authority = try Authority(authority) }
        ground.setUser(request)
        return try await application.acquireToken(parameters)
    }

    private func call(_ request: JSONValue) async throws(AuthError) -> TokenResult {
        guard let account = try await account(request) else { throw Self.noAccount }
        var parameters = SilentParameters(
            scopes: scopes(request), account: account, forceRefresh: request["force"]?.boolValue ?? false)
        parameters.brokerUse = request["broker"]?.stringValue.flatMap(BrokerUse.init(rawValue:))
        if let authority = request["authority"]?.stringValue { parameters.authority = try Authority(authority) }
        return try await application.acquireTokenSilent(parameters)
    }

    /// The app's output, and the id token, with which a test can simulate a broker that returns another user's.
    private func describe(_ result: TokenResult) -> JSONValue {
        var members = AppProcess.describe(result).objectValue ?? [:]
        members["id_token"] = result.idToken.map { .string($0.reveal()) }
        return .object(members)
    }

    private func scopes(_ request: JSONValue) -> ScopeSet {
        let wanted = ScopeSet((request["scopes"]?.arrayValue ?? []).compactMap(\.stringValue))
        return wanted.isEmpty ? ScopeSet(configuration.scopes) : wanted
    }

    /// The account that a request names, or the first one: those of the app's store, and those of the broker.
    private func account(_ request: JSONValue) async throws(AuthError) -> Account? {
        let username = request["user"]?.stringValue
        return try await application.accountsFromDevice().first { username == nil || $0.username == username }
    }

    private static var noAccount: AuthError {
        AuthError(
            .interactionRequired, origin: .app, message: "No account is signed in to this app.", remedy: "Sign in.")
    }
}
#endif
