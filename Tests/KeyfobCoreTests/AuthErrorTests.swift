import KeyfobCore
import Testing

@Suite("AuthError")
struct AuthErrorTests {
    @Test("is caught by its code")
    func pattern() {
        func name(_ error: any Error) -> String {
            switch error {
            case AuthError.interactionRequired: "interaction"
            case AuthError.network: "network"
            default: "other"
            }
        }
        #expect(name(AuthError(.interactionRequired, origin: .server, message: "")) == "interaction")
        #expect(name(AuthError(.network, origin: .network, message: "")) == "network")
        #expect(name(AuthError(.server, origin: .server, message: "")) == "other")
        #expect(name(JSONErrorStandIn()) == "other")
    }

    private struct JSONErrorStandIn: Error {}

    @Test("the description has the message, the remedy and the numbers to search for, but not the server's free text")
    func description() {
        let error = AuthError(
            .throttled, origin: .server, message: "Too many.", remedy: "Wait.",
            server: .init(error: "temporarily_unavailable", description: "free text", codes: [90055]), retryAfter: 6.2,
            correlationID: "c")
        #expect(
            error.description
                == "Too many. Wait. Server: temporarily_unavailable (AADSTS90055). Try again in 7 s. Correlation id: c."
        )
    }

    @Test("absurd waiting times do not trap", arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300])
    func absurd(seconds: Double) {
        let error = AuthError(.throttled, origin: .server, message: "m", retryAfter: seconds)
        #expect(error.description.contains("Try again"))
    }
}
