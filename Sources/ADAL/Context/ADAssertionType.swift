// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The constants' names are those that apps use.
import Foundation
import KeyfobOAuth

/// The version of a SAML assertion.
#if canImport(ObjectiveC)
@objc(ADAssertionType)
#endif
public enum ADAssertionType: UInt32, Sendable {
    /// SAML 1.1
    #if canImport(ObjectiveC)
    @objc(AD_SAML1_1)
    #endif
    case saml1_1 = 0
    /// SAML 2.0
    #if canImport(ObjectiveC)
    @objc(AD_SAML2)
    #endif
    case saml2 = 1

    /// The value with a number, as Objective-C has it; another number is ``saml1_1``.
    public init(_ rawValue: UInt32) { self.init(rawValue: rawValue) }

    /// The value with a number, as Objective-C has it; another number is ``saml1_1``.
    public init(rawValue: UInt32) {
        switch rawValue {
        case 1: self = .saml2
        default: self = .saml1_1
        }
    }

    var grant: SAMLAssertionGrant { self == .saml2 ? .version2 : .version1 }
}

/// An assertion of SAML 1.1.
public let AD_SAML1_1 = ADAssertionType.saml1_1
/// An assertion of SAML 2.0.
public let AD_SAML2 = ADAssertionType.saml2
