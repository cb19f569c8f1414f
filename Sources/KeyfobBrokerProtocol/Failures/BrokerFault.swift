public import KeyfobCore

/// What can go wrong between an app and a broker, apart from what the broker itself reports.
public enum BrokerFault: String, Error, Sendable, Hashable, CaseIterable {
    /// The app came back to the front without a reply.
    case noReply
    /// What is kept of the request is not whole.
    case badResumeState
    /// The reply answers another request: its nonce, address, version or sender is not the expected one.
    case mismatchedResumeState
    /// The reply has no digest.
    case hashMissing
    /// The reply is not as it was sent.
    case corrupted
    /// The reply was encrypted with another key, or changed.
    case decryptionFailed
    /// What was decrypted is not what was encrypted.
    case hashMismatch
    /// No key for replies could be made.
    case keyNotCreated
    /// The key for replies is gone.
    case keyNotFound
    /// The broker failed and does not say how.
    case unknown
    /// What the broker gave the app for its next request could not be kept.
    case applicationTokenNotWritten
    /// Another request of this app is under way.
    case requestUnderWay
    /// No broker can be asked.
    case notAvailable
    /// There is a broker, and it is older than the SDK needs.
    case tooOld

    /// The number under which Microsoft's libraries know it internally (`MSIDErrorBroker...`).
    public var identityCoreCode: Int {
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

    /// The number that MSAL gives it under `MSALInternalErrorCodeKey`.
    public var msalInternalCode: Int {
        switch self {
        case .requestUnderWay: -42402
        case .notAvailable, .tooOld: -42714
        case .unknown: -42711
        case .applicationTokenNotWritten: -42712
        default: identityCoreCode + 9100
        }
    }

    /// The number that ADAL gives it (`AD_ERROR_TOKENBROKER_...`; 400 for a second request).
    public var adalCode: Int {
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

extension BrokerFault {
    /// The error that an app gets.
    public var authError: AuthError {
        AuthError(.brokerFailed, origin: .broker, message: message, remedy: remedy, cause: self)
    }
}
