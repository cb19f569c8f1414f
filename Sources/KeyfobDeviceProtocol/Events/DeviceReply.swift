package import KeyfobCache
package import KeyfobCore

/// The device's reply to a request that it did not refuse.
package enum DeviceReply: Sendable, Hashable {
    /// The request succeeded, without a result.
    case done
    /// Yes or no.
    case flag(Bool)
    /// The app's identity.
    case identity(AppIdentity)
    /// A value of the user defaults, a pasteboard or an app's response; nil if there is none.
    case value(JSONValue?)
    /// Items of the keychain.
    case items([KeychainItem])
    /// An extension's response.
    case dictionary([String: String])
    /// The installed apps, in the order in which they were installed.
    case apps([AppListing])
    /// The events on the device.
    case trace([TraceEntry])
    /// The warnings about an installed bundle.
    case warnings([String])
}
