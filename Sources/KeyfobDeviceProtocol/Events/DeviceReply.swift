public import KeyfobCache
public import KeyfobCore

/// What the device answers to a request that it did not refuse.
public enum DeviceReply: Sendable, Hashable {
    /// It is done, and there is nothing to tell.
    case done
    /// Yes or no.
    case flag(Bool)
    /// Who the app is.
    case identity(AppIdentity)
    /// A value of the user defaults, a pasteboard or an app's answer; nil if there is none.
    case value(JSONValue?)
    /// Items of the keychain.
    case items([KeychainItem])
    /// What an extension answered.
    case dictionary([String: String])
    /// The installed apps, in the order they were installed.
    case apps([AppListing])
    /// What happened on the device.
    case trace([TraceEntry])
    /// What a bundle that was installed should be warned of.
    case warnings([String])
}
