import KeyfobCache
import KeyfobCore

/// Performs the commands of a test.
struct Worker {
    let store: any CredentialStore

    /// Performs a command and returns its result or its error.
    func answer(_ words: [String]) async -> String {
        do throws(AuthError) {
            return try await perform(words)
        } catch {
            return "error \(error.code): \(error)"
        }
    }

    private func perform(_ words: [String]) async throws(AuthError) -> String {
        switch words.first {
        case "increment":
            let count = words.count > 1 ? Int(words[1]) ?? 0 : 0
            for _ in 0..<max(0, count) { try await increment() }
            return "done"
        case "save":
            let input = Self.response(words.count > 1 ? words[1] : "")
            try await store.write { transaction throws(AuthError) in
                _ = try CredentialRules.save(input, in: transaction)
            }
            return "done"
        case "wipe":
            try await store.write { transaction throws(AuthError) in
                try CredentialRules.wipe(homeAccountID: Self.home, in: transaction)
            }
            return "done"
        default: return "what?"
        }
    }

    private static let home = "u.t"

    /// Increments the number that is stored as a refresh token.
    private func increment() async throws(AuthError) {
        try await store.write { transaction throws(AuthError) in
            let old = try transaction.partition(homeAccountID: Self.home)?.refreshTokens.first
            let count = Int(try old?.secret.reveal() ?? "0") ?? 0
            try transaction.put(
                .refreshToken(
                    RefreshTokenEntity(
                        homeAccountID: Self.home, environment: "login.windows.net", clientID: "counter",
                        contents: CredentialContents(secret: Secret(String(count + 1))))))
        }
    }

    private static func response(_ number: String) -> SaveInput {
        var input = SaveInput(
            homeAccountID: home, environment: "login.microsoftonline.com", realm: "t", clientID: "client",
            app: "app", localAccountID: "u", username: "user-\(number)", cachedAt: 1_900_000_000,
            expiresOn: 1_900_003_600)
        input.accessToken = Secret("access \(number)")
        input.scopes = ["User.Read"]
        input.refreshToken = Secret("refresh \(number)")
        input.familyID = "1"
        let header = Base64URL.encode(JSONValue.object(["alg": "RS256"]).bytes())
        let claims: JSONValue = ["iss": "i", "sub": .string(number), "aud": "client", "exp": 1_900_003_600, "iat": 1]
        input.idToken = Secret("\(header).\(Base64URL.encode(claims.bytes())).AAAA")
        return input
    }
}
