// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The constants' names are those that apps use.
import Foundation

/// The status of a call.
#if canImport(ObjectiveC)
@objc(ADAuthenticationResultStatus)
#endif
public enum ADAuthenticationResultStatus: UInt32, Sendable {
    /// The call returned a token.
    #if canImport(ObjectiveC)
    @objc(AD_SUCCEEDED)
    #endif
    case succeeded = 0
    /// The user, or the app, cancelled the sign-in.
    #if canImport(ObjectiveC)
    @objc(AD_USER_CANCELLED)
    #endif
    case userCancelled = 1
    /// The call returned an error.
    #if canImport(ObjectiveC)
    @objc(AD_FAILED)
    #endif
    case failed = 2

    /// The value with a number, as Objective-C has it; another number is ``failed``.
    public init(_ rawValue: UInt32) { self.init(rawValue: rawValue) }

    /// The value with a number, as Objective-C has it; another number is ``failed``.
    public init(rawValue: UInt32) {
        switch rawValue {
        case 0: self = .succeeded
        case 1: self = .userCancelled
        default: self = .failed
        }
    }
}

/// The call returned a token.
public let AD_SUCCEEDED = ADAuthenticationResultStatus.succeeded
/// The user, or the app, cancelled the sign-in.
public let AD_USER_CANCELLED = ADAuthenticationResultStatus.userCancelled
/// The call returned an error.
public let AD_FAILED = ADAuthenticationResultStatus.failed
