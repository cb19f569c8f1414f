extension BrokerExchangeError: CustomStringConvertible {
    /// The error message.
    package var message: String {
        switch self {
        case .noReply: "The app came back to the front without a response from the broker."
        case .badResumeState: "The stored state of the request to the broker is incomplete; the response is unusable."
        case .mismatchedResumeState: "The broker's response does not belong to this app's request, and was not read."
        case .hashMissing: "The broker's response has no digest, and was not read."
        case .corrupted: "The broker's response is malformed: it was changed in transit, or is none."
        case .decryptionFailed: "The broker's response does not decrypt: it was changed, or is for another app's key."
        case .hashMismatch: "The broker's response does not match its digest: it was changed in transit."
        case .keyNotCreated: "The key for the broker's response could not be created or stored."
        case .keyNotFound: "The key for the broker's response is no longer in the keychain."
        case .unknown: "The broker failed without giving a reason."
        case .applicationTokenNotWritten: "The broker's application token could not be stored."
        case .requestUnderWay: "A request of this app to the broker is under way already."
        case .notAvailable: "No usable broker is installed."
        case .tooOld: "The broker on this device is older than this SDK can trust: its responses repeat no nonce."
        }
    }

    /// The suggested remedy.
    package var remedy: String {
        switch self {
        case .noReply:
            "Sign in again. If that does not help, check that the app passes on URLs from application(_:open:options:) "
                + "and scene(_:openURLContexts:)."
        case .badResumeState, .mismatchedResumeState, .hashMissing, .corrupted, .decryptionFailed, .hashMismatch,
            .keyNotFound:
            "Sign in again. If that does not help, another app may act as the broker or claim this app's scheme."
        case .keyNotCreated, .applicationTokenNotWritten:
            "Check that the app is signed and entitled to its keychain group, and that the device is unlocked."
        case .unknown: "Try again later; look into the broker's own log."
        case .requestUnderWay: "Wait for it, or cancel it."
        case .notAvailable: "Install the broker, or sign in without one."
        case .tooOld: "Update the broker."
        }
    }

    /// The message.
    package var description: String { message }
}
