extension BrokerFault: CustomStringConvertible {
    /// What happened and what it means.
    public var message: String {
        switch self {
        case .noReply: "The app came back to the front, and the broker had not answered."
        case .badResumeState: "What was kept of the request to the broker is not whole, so that its reply is of no use."
        case .mismatchedResumeState: "The broker's reply does not belong to this app's request, and was not read."
        case .hashMissing: "The broker's reply has no digest, and was not read."
        case .corrupted: "The broker's reply is not as a broker writes it: it was changed on its way, or is none."
        case .decryptionFailed: "The broker's reply does not decrypt: it was changed, or is for another app's key."
        case .hashMismatch: "The broker's reply has another digest than it says: it was changed on its way."
        case .keyNotCreated: "No key for the broker's reply could be made, or it could not be kept."
        case .keyNotFound: "The key for the broker's reply is no longer in the keychain."
        case .unknown: "The broker failed and does not say why."
        case .applicationTokenNotWritten: "What the broker gave this app for its next request could not be kept."
        case .requestUnderWay: "A request of this app to the broker is under way already."
        case .notAvailable: "No broker is installed that could be asked."
        case .tooOld: "The broker on this device is older than this SDK can trust: its replies repeat no nonce."
        }
    }

    /// What to do next.
    public var remedy: String {
        switch self {
        case .noReply:
            "Sign in again; if this stays, check that the app hands URLs on from application(_:open:options:) and "
                + "scene(_:openURLContexts:)."
        case .badResumeState, .mismatchedResumeState, .hashMissing, .corrupted, .decryptionFailed, .hashMismatch,
            .keyNotFound:
            "Sign in again; if this stays, another app may answer in the broker's place or claim this app's scheme."
        case .keyNotCreated, .applicationTokenNotWritten:
            "Check that the app is signed and entitled to its keychain group, and that the device is unlocked."
        case .unknown: "Try again later; look into the broker's own log."
        case .requestUnderWay: "Wait for it, or cancel it."
        case .notAvailable: "Install the broker, or sign in without one."
        case .tooOld: "Update the broker."
        }
    }

    /// The message.
    public var description: String { message }
}
