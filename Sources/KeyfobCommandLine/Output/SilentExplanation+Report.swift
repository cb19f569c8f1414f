#if Server
import Foundation
package import KeyfobClient
package import KeyfobCore

extension SilentExplanation {
    /// Prints the decision and its reasons, as sentences or with `--json` as a document.
    ///
    /// - Parameter error: the error of the call, if it was made and failed.
    package func report(asJSON: Bool, error: AuthError? = nil) {
        guard !asJSON else { return Output.json(json(error)) }
        for line in lines { Output.line(line) }
        if let error { Output.line("Error: " + Output.sentences("\(error)")) }
    }

    /// The decision and its reasons as lines.
    package var lines: [String] {
        var lines = ["Decision: \(sentence)"]
        lines += decision.reasons.map { "  - \($0.sentence)" }
        lines += decision.effects.map { "  * \($0.sentence)" }
        lines.append(
            authority.map { "Where: \($0)" }
                ?? "Where: the store does not contain this tenant's id; it is requested from the server first.")
        if let tokenScopes, let tokenExpiresOn {
            let renewal = tokenRefreshOn.map { ", to be refreshed from \($0.formatted(.iso8601))" } ?? ""
            lines.append(
                "Stored token: for \(Output.name(tokenScopes.description)), until \(tokenExpiresOn.formatted(.iso8601))\(renewal)."
            )
        }
        return lines
    }

    /// The exit status: 3 if a user has to sign in.
    package func exitStatus(after error: AuthError? = nil) -> ExitStatus {
        switch decision.step {
        case .requireInteraction: .interactionRequired
        case .fail: error.map { ExitStatus($0) } ?? .failed
        default: .done
        }
    }

    private var sentence: String {
        switch decision.step {
        case .serveStored: "the stored token is returned; no request is sent."
        case .serveStoredAndRenew: "the stored token is returned, and refreshed in the background."
        case .refresh: "a token is requested from the server with the refresh token."
        case .serveFresh: "the server's token is returned."
        case .serveSpare: "the stored token is returned after all."
        case .serveExtended: "the stored token is returned past its expiry."
        case .requireInteraction: "interactionRequired: a user has to sign in."
        case .fail: "the call fails."
        }
    }

    private func json(_ error: AuthError?) -> JSONValue {
        var members: [String: JSONValue] = [
            "step": .string(decision.step.rawValue), "reasons": .strings(decision.reasons.map(\.rawValue)),
            "effects": .strings(decision.effects.map(\.rawValue)),
            "inputs": [
                "signIn": .string(inputs.signIn.rawValue), "accessToken": .string(inputs.accessToken.rawValue),
                "refreshToken": .string(inputs.refreshToken.rawValue), "claims": .bool(inputs.hasClaims),
                "forceRefresh": .bool(inputs.forcesRefresh), "network": .string(inputs.network.rawValue),
                "answer": inputs.answer.map { .string($0.rawValue) } ?? .null,
            ],
        ]
        members["authority"] = authority.map { .string($0.description) }
        members["scopes"] = tokenScopes.map { .strings($0) }
        members["expiresOn"] = tokenExpiresOn.map { .string($0.formatted(.iso8601)) }
        members["refreshOn"] = tokenRefreshOn.map { .string($0.formatted(.iso8601)) }
        members["error"] = error.map { .string($0.code.rawValue) }
        return .object(members)
    }
}

extension SilentDecision.Effect {
    fileprivate var sentence: String {
        switch self {
        case .dropRefreshToken: "The refused refresh token is deleted."
        case .leaveFamily: "The client is recorded as being in no family."
        case .forgetAccount: "The client's entries of the account are deleted."
        }
    }
}
#endif
