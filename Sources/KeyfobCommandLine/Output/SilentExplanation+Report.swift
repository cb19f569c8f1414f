#if Server
import Foundation
public import KeyfobClient
public import KeyfobCore

extension SilentExplanation {
    /// Prints what was decided and why, as sentences or with `--json` as a document.
    ///
    /// - Parameter error: what the call failed with, if it was made.
    public func report(asJSON: Bool, error: AuthError? = nil) {
        guard !asJSON else { return Output.json(json(error)) }
        Output.line("Decision: \(sentence)")
        for reason in decision.reasons { Output.line("  - \(reason.sentence)") }
        for effect in decision.effects { Output.line("  * \(effect.sentence)") }
        if let authority {
            Output.line("Where: \(authority)")
        } else {
            Output.line("Where: the store does not know this tenant's id; the server is asked for it first.")
        }
        if let tokenScopes, let tokenExpiresOn {
            let renewal = tokenRefreshOn.map { ", to be renewed from \($0.formatted(.iso8601))" } ?? ""
            Output.line("Stored token: for \(tokenScopes), until \(tokenExpiresOn.formatted(.iso8601))\(renewal).")
        }
        if let error { Output.line("What was said: \(error)") }
    }

    /// With what the tool exits: 3 if a person has to sign in.
    public func exitStatus(after error: AuthError? = nil) -> ExitStatus {
        switch decision.step {
        case .askPerson: .interactionRequired
        case .fail: error.map { ExitStatus($0) } ?? .failed
        default: .done
        }
    }

    private var sentence: String {
        switch decision.step {
        case .serveStored: "the stored token is handed out; no server is asked."
        case .serveStoredAndRenew: "the stored token is handed out, and renewed in the background."
        case .refresh: "the server is asked for a token with the refresh token."
        case .serveFresh: "the server's token is handed out."
        case .serveSpare: "the stored token is handed out after all."
        case .serveExtended: "the stored token is handed out past its expiry."
        case .askPerson: "interactionRequired: a person has to sign in."
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
        case .leaveFamily: "It is noted that the client is in no family."
        case .forgetAccount: "What the client has of the account is deleted."
        }
    }
}
#endif
