// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The constants' names are those that apps use.
import Foundation

/// Whether the sign-in page is shown although it is not needed.
#if canImport(ObjectiveC)
@objc(ADPromptBehavior)
#endif
public enum ADPromptBehavior: UInt32, Sendable {
    /// Only if it is needed.
    #if canImport(ObjectiveC)
    @objc(AD_PROMPT_AUTO)
    #endif
    case auto = 0
    /// Always, on the sign-in page.
    #if canImport(ObjectiveC)
    @objc(AD_PROMPT_ALWAYS)
    #endif
    case always = 1
    /// The sign-in page renews the session, and may close by itself.
    #if canImport(ObjectiveC)
    @objc(AD_PROMPT_REFRESH_SESSION)
    #endif
    case refreshSession = 2
    /// Always, in a broker too.
    #if canImport(ObjectiveC)
    @objc(AD_FORCE_PROMPT)
    #endif
    case force = 3

    /// The value with a number, as Objective-C has it; another number is ``auto``.
    public init(_ rawValue: UInt32) { self.init(rawValue: rawValue) }

    /// The value with a number, as Objective-C has it; another number is ``auto``.
    public init(rawValue: UInt32) {
        switch rawValue {
        case 1: self = .always
        case 2: self = .refreshSession
        case 3: self = .force
        default: self = .auto
        }
    }
}

/// The caches are used first; a page is shown only if they have no token.
public let AD_PROMPT_AUTO = ADPromptBehavior.auto
/// The user enters credentials again (`prompt=login`).
public let AD_PROMPT_ALWAYS = ADPromptBehavior.always
/// The session is renewed, so that new tokens have current claims (`prompt=refresh_session`).
public let AD_PROMPT_REFRESH_SESSION = ADPromptBehavior.refreshSession
/// The user enters credentials again, in a broker too (`prompt=login`).
public let AD_FORCE_PROMPT = ADPromptBehavior.force
