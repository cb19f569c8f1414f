package import KeyfobCore
import KeyfobFlows

extension SilentInputs {
    /// The inputs after the server was asked, or could not be reached.
    ///
    /// - Parameter rest: the best refresh token that was not refused.
    func after(_ error: AuthError, rest: RefreshToken) -> SilentInputs {
        var inputs = self
        (inputs.network, inputs.answer) = Self.meaning(of: error)
        inputs.isRemembered = error.isThrottleHit
        inputs.refreshToken = rest
        return inputs
    }

    /// Whether the stored token is returned although the server returned none.
    ///
    /// - Returns: `serveSpare`, or `serveExtended` for a token past its expiry; nil if the error is the outcome.
    package func spareStep(after error: AuthError) -> SilentDecision.Step? {
        let step = SilentDecision(after(error, rest: .none)).step
        return step == .serveSpare || step == .serveExtended ? step : nil
    }

    /// What an error means for the network and the server.
    static func meaning(of error: AuthError) -> (Network, Response?) {
        switch error.outage {
        case .unreachable: return (.down, nil)
        case .failing: return (.up, .outage)
        case .unsent: return (.up, .unsent)
        case nil: break
        }
        guard let server = error.server, error.origin == .server else { return (.up, .other) }
        if ["invalid_grant", "interaction_required", "unauthorized_client"].contains(server.error) {
            switch server.suberror {
            case "bad_token": return (.up, .badToken)
            case "client_mismatch": return (.up, .notInFamily)
            case "user_account_deleted": return (.up, .accountDeleted)
            default: break
            }
        }
        switch error.code {
        case .interactionRequired: return (.up, .interactionRequired)
        case .configuration: return (.up, .misconfigured)
        default: return (.up, .other)
        }
    }
}

extension SilentInputs.RefreshToken {
    /// The kind of a refresh token; none if there is none.
    init(_ token: RefreshTokenCandidate?) {
        self =
            switch token {
            case nil: .none
            case .some(let token) where token.adalItem != nil: .adal
            case .some(let token): token.familyID == nil ? .own : .family
            }
    }
}
