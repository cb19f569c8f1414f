// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The constants' names are those that apps have in their code.

/// Whether a person is asked although that is not needed.
#if canImport(ObjectiveC)
@objc(ADPromptBehavior)
#endif
public enum ADPromptBehavior: UInt32, Sendable {
    /// Only if it is needed.
    case auto = 0
    /// Always, by the sign-in page.
    case always = 1
    /// The session is renewed by the sign-in page, which may close by itself.
    case refreshSession = 2
    /// Always, by a broker too.
    case force = 3
}

/// The caches come first; a page opens only if they do not serve.
public let AD_PROMPT_AUTO = ADPromptBehavior.auto
/// The person enters credentials again (`prompt=login`).
public let AD_PROMPT_ALWAYS = ADPromptBehavior.always
/// The session is renewed, so that new tokens have the claims of today (`prompt=refresh_session`).
public let AD_PROMPT_REFRESH_SESSION = ADPromptBehavior.refreshSession
/// The person enters credentials again, in a broker too (`prompt=login`).
public let AD_FORCE_PROMPT = ADPromptBehavior.force
