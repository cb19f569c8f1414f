// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The constants' names are those that apps have in their code.

/// How a call ended.
#if canImport(ObjectiveC)
@objc(ADAuthenticationResultStatus)
#endif
public enum ADAuthenticationResultStatus: UInt32, Sendable {
    /// With a token.
    case succeeded = 0
    /// The person, or the app, ended the sign-in.
    case userCancelled = 1
    /// With an error.
    case failed = 2
}

/// The call ended with a token.
public let AD_SUCCEEDED = ADAuthenticationResultStatus.succeeded
/// The person, or the app, ended the sign-in.
public let AD_USER_CANCELLED = ADAuthenticationResultStatus.userCancelled
/// The call ended with an error.
public let AD_FAILED = ADAuthenticationResultStatus.failed
