public import KeyfobCache
public import KeyfobCore

/// What an app asks of the device. Who asks is never part of it: the kernel tells that.
public enum DeviceRequest: Sendable, Hashable {
    /// Who am I? Answered with ``DeviceReply/identity(_:)``.
    case identify
    /// The app listens for events from now on; what waited is delivered.
    case ready
    /// `canOpenURL`; answered with ``DeviceReply/flag(_:)``, false as well for a scheme that the app has not declared.
    case canOpen(url: String)
    /// `open(_:options:)`; answered with ``DeviceReply/flag(_:)``: whether an app was found for it.
    case open(url: String, universalLinksOnly: Bool)
    /// The app's own user defaults: the value of a key, answered with ``DeviceReply/value(_:)``.
    case readDefault(key: String)
    /// Writes the value of a key; nil removes it.
    case writeDefault(key: String, value: JSONValue?)
    /// A pasteboard's content, answered with ``DeviceReply/value(_:)``; nil is the general one, that of all apps.
    case readPasteboard(name: String?)
    /// Writes a pasteboard; nil empties it.
    case writePasteboard(name: String?, value: JSONValue?)
    /// `SecItemAdd`; answered with ``DeviceReply/items(_:)`` of one.
    case keychainAdd(KeychainItem)
    /// `SecItemUpdate`
    case keychainUpdate(KeychainQuery, KeychainChange)
    /// `SecItemCopyMatching`; answered with ``DeviceReply/items(_:)``.
    case keychainCopy(KeychainQuery)
    /// `SecItemDelete`
    case keychainDelete(KeychainQuery)
    /// Whether an extension of the device serves that address; answered with ``DeviceReply/flag(_:)``.
    case canSignOn(provider: String)
    /// Asks the extension; answered with ``DeviceReply/dictionary(_:)``.
    case signOn(SingleSignOnRequest)
    /// Takes back a request of the app's own, by its number.
    case cancel(request: Int64)
    /// The extension's owner: show its window over the caller of this call.
    case showSignOn(call: Int64)
    /// The extension's owner: the answer to a call.
    case answerSignOn(call: Int64, SingleSignOnAnswer)
    /// The answer to what the driver put in.
    case answerInput(input: Int64, JSONValue)
}
