package import KeyfobCache
package import KeyfobCore

/// An app's request to the device. It never names its sender: the kernel identifies the app.
package enum DeviceRequest: Sendable, Hashable {
    /// Returns the app's identity. The response is ``DeviceResponse/identity(_:)``.
    case identify
    /// The app listens for events from now on; those that waited are delivered.
    case ready
    /// `canOpenURL`; the response is ``DeviceResponse/flag(_:)``, also false for a scheme that the app has not declared.
    case canOpen(url: String)
    /// `open(_:options:)`; the response is ``DeviceResponse/flag(_:)``: whether an app was found for it.
    case open(url: String, universalLinksOnly: Bool)
    /// The app's own user defaults: the value of a key; the response is ``DeviceResponse/value(_:)``.
    case readDefault(key: String)
    /// Writes the value of a key; nil removes it.
    case writeDefault(key: String, value: JSONValue?)
    /// A pasteboard's content; the response is ``DeviceResponse/value(_:)``; nil is the general one, which all apps share.
    case readPasteboard(name: String?)
    /// Writes a pasteboard; nil empties it.
    case writePasteboard(name: String?, value: JSONValue?)
    /// `SecItemAdd`; the response is ``DeviceResponse/items(_:)`` of one.
    case keychainAdd(KeychainItem)
    /// `SecItemUpdate`
    case keychainUpdate(KeychainQuery, KeychainChange)
    /// `SecItemCopyMatching`; the response is ``DeviceResponse/items(_:)``.
    case keychainCopy(KeychainQuery)
    /// `SecItemDelete`
    case keychainDelete(KeychainQuery)
    /// Whether an extension of the device serves that URL; the response is ``DeviceResponse/flag(_:)``.
    case canSignOn(provider: String)
    /// Calls the extension; the response is ``DeviceResponse/dictionary(_:)``.
    case signOn(DeviceSingleSignOnRequest)
    /// Cancels a request of the app's own, by its number.
    case cancel(request: Int64)
    /// As the extension's owner: shows its window over the caller of this call.
    case showSignOn(call: Int64)
    /// As the extension's owner: the response to a call.
    case respondToSignOn(call: Int64, DeviceSingleSignOnResponse)
    /// The response to an input of the driver's.
    case respondToInput(input: Int64, JSONValue)
}
