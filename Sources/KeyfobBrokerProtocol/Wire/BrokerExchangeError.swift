package import KeyfobCore

/// The errors between an app and a broker, apart from those that the broker itself reports.
package enum BrokerExchangeError: String, Error, Sendable, Hashable, CaseIterable {
    /// The app came back to the front without a response.
    case noReply
    /// The stored state of the request is incomplete.
    case badResumeState
    /// The response belongs to another request: its nonce, URL, version or sender is not the expected one.
    case mismatchedResumeState
    /// The response has no digest.
    case hashMissing
    /// The response is malformed.
    case corrupted
    /// The response was encrypted with another key, or changed.
    case decryptionFailed
    /// The decrypted response does not match its digest.
    case hashMismatch
    /// The key for responses could not be created.
    case keyNotCreated
    /// The key for responses is no longer in the keychain.
    case keyNotFound
    /// The broker failed without giving a reason.
    case unknown
    /// The application token from the broker could not be stored.
    case applicationTokenNotWritten
    /// Another request of this app is in progress.
    case requestUnderWay
    /// No broker is available.
    case notAvailable
    /// The broker is older than the SDK requires.
    case tooOld

    /// The number of the error in Microsoft's libraries (`MSIDErrorBroker...`).
    package var identityCoreCode: Int {
        switch self {
        case .requestUnderWay: -51710
        case .noReply: -51800
        case .badResumeState: -51802
        case .mismatchedResumeState: -51803
        case .hashMissing: -51804
        case .corrupted: -51805
        case .decryptionFailed: -51806
        case .hashMismatch: -51807
        case .keyNotCreated: -51808
        case .keyNotFound: -51809
        case .unknown: -51811
        case .applicationTokenNotWritten: -51812
        case .notAvailable, .tooOld: -51814
        }
    }

    /// The number that MSAL reports under `MSALInternalErrorCodeKey`.
    package var msalInternalCode: Int {
        switch self {
        case .requestUnderWay: -42402
        case .notAvailable, .tooOld: -42714
        case .unknown: -42711
        case .applicationTokenNotWritten: -42712
        default: identityCoreCode + 9100
        }
    }

    /// The number that ADAL reports (`AD_ERROR_TOKENBROKER_...`; 400 for a second request).
    package var adalCode: Int {
        switch self {
        case .requestUnderWay: 400
        case .noReply: 503
        case .badResumeState: 508
        case .mismatchedResumeState: 509
        case .hashMissing: 510
        case .corrupted: 506
        case .decryptionFailed, .keyNotFound: 505
        case .hashMismatch: 502
        case .keyNotCreated: 504
        case .unknown, .applicationTokenNotWritten, .notAvailable, .tooOld: 500
        }
    }
}

extension BrokerExchangeError {
    /// The error that an app gets.
    package var authError: AuthError {
        AuthError(.brokerFailed, origin: .broker, message: message, remedy: remedy, cause: self)
    }
}
