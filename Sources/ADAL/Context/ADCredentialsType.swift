// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The constants' names are those that apps use.
import Foundation

/// The place where a user signs in.
#if canImport(ObjectiveC)
@objc(ADCredentialsType)
#endif
public enum ADCredentialsType: UInt32, Sendable {
    /// In a broker, if one is installed, else in the app.
    #if canImport(ObjectiveC)
    @objc(AD_CREDENTIALS_AUTO)
    #endif
    case auto = 0
    /// In the app: no broker is ever used.
    #if canImport(ObjectiveC)
    @objc(AD_CREDENTIALS_EMBEDDED)
    #endif
    case embedded = 1

    /// The value with a number, as Objective-C has it; another number is ``embedded``.
    public init(_ rawValue: UInt32) { self.init(rawValue: rawValue) }

    /// The value with a number, as Objective-C has it; another number is ``embedded``.
    public init(rawValue: UInt32) {
        switch rawValue {
        case 0: self = .auto
        default: self = .embedded
        }
    }
}

/// A broker may be used. The app must be configured for it (see `docs/adal.md`).
public let AD_CREDENTIALS_AUTO = ADCredentialsType.auto
/// No broker is ever used; the default.
public let AD_CREDENTIALS_EMBEDDED = ADCredentialsType.embedded
