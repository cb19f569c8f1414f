// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The constants' names are those that apps have in their code.

/// Where a person signs in.
#if canImport(ObjectiveC)
@objc(ADCredentialsType)
#endif
public enum ADCredentialsType: UInt32, Sendable {
    /// In a broker, if one is there, else in the app.
    case auto = 0
    /// In the app: no broker is ever asked.
    case embedded = 1
}

/// A broker may be asked. The app has to be configured for it (see `docs/adal.md`).
public let AD_CREDENTIALS_AUTO = ADCredentialsType.auto
/// No broker is ever asked: what a fresh context does.
public let AD_CREDENTIALS_EMBEDDED = ADCredentialsType.embedded
