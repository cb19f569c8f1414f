import KeyfobCore
import KeyfobFlows

extension SilentPolicy {
    /// The broker: an account's primary refresh token or else the app's own, and never the one after the other. What an
    /// equal request got is remembered by the app that asks.
    static let broker = SilentPolicy(
        renewal: .first, memory: .none, failureLevel: nil, decision: RefusalDecision.byBroker)
}

extension RefusalDecision {
    /// The broker's rule: a token that the provider reports as invalid is deleted, and with the device everything that
    /// was issued for it.
    static func byBroker(_ refusal: SilentRefusal) -> RefusalDecision {
        let error = refusal.error
        let isPrimary = refusal.source == .vault
        var effects: [Effect] = []
        if isPrimary, error.isAboutDevice {
            effects = [.forgetDevice]
        } else if error.isAboutToken || isPrimary && error.isAboutPrimaryToken {
            effects = [.dropFromStore]
        }
        return RefusalDecision(effects: effects, triesNext: false, error: error)
    }
}

extension AuthError {
    /// The AADSTS codes of an invalid primary refresh token.
    private static let deadCodes: Set<Int> = [50132, 50133, 50173, 70008, 700_082, 70000, 140_001]

    /// Whether the primary refresh token is invalid: by its code, or because its account no longer exists.
    fileprivate var isAboutPrimaryToken: Bool {
        guard let server else { return false }
        return server.suberror == "user_account_deleted" || !Self.deadCodes.isDisjoint(with: server.codes)
    }
}
