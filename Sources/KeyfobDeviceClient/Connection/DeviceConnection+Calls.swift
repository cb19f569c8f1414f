public import KeyfobCore
public import KeyfobDeviceProtocol

extension DeviceConnection {
    /// Signals that the app listens: the events that waited are delivered, then new ones.
    public func ready() async throws(DeviceError) { _ = try await perform(.ready) }

    /// Returns whether an installed app owns the URL's scheme, and this app has declared that it queries it
    /// (`LSApplicationQueriesSchemes`); undeclared schemes are false, as on iOS.
    public func canOpen(_ url: String) async throws(DeviceError) -> Bool { try await flag(.canOpen(url: url)) }

    /// Opens a URL with the app that owns it, which comes to the front.
    ///
    /// - Parameters:
    ///   - url: any URL; its scheme need not be declared.
    ///   - universalLinksOnly: whether only an app that has claimed the host of an `https` URL counts.
    /// - Returns: whether there was one.
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError`` with code `notInForeground` unless the app is in front.
    @discardableResult
    public func open(_ url: String, universalLinksOnly: Bool = false) async throws(DeviceError) -> Bool {
        try await flag(.open(url: url, universalLinksOnly: universalLinksOnly))
    }

    /// Returns whether the device has a single sign-on extension for an identity provider's URL.
    public func canSignOn(provider: String) async throws(DeviceError) -> Bool {
        try await flag(.canSignOn(provider: provider))
    }

    /// Calls the single sign-on extension. If the task is cancelled, the extension is notified.
    ///
    /// - Returns: its response.
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError``: the extension's own, or `notFound` if there is none for that
    ///   URL, `timedOut` if it does not respond, `disconnected` if it ends, `busy` if it has too many calls.
    public func signOn(_ request: DeviceSingleSignOnRequest) async throws(DeviceError) -> [String: String] {
        guard case .dictionary(let reply) = try await perform(.signOn(request)) else { throw .unexpectedResponse }
        return reply
    }

    /// As the extension's owner: shows its window over the caller, which stays the foreground app.
    ///
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError`` with code `notInteractive` if the caller allows no user
    ///   interaction.
    public func showSignOn(call: Int64) async throws(DeviceError) { _ = try await perform(.showSignOn(call: call)) }

    /// As the extension's owner: responds to a call.
    ///
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError`` with code `notFound` if the caller has ended or cancelled the
    ///   call.
    public func respondToSignOn(call: Int64, _ response: DeviceSingleSignOnResponse) async throws(DeviceError) {
        _ = try await perform(.respondToSignOn(call: call, response))
    }

    /// Responds to an input of a test's driver.
    public func respondToInput(_ id: Int64, _ response: JSONValue) async throws(DeviceError) {
        _ = try await perform(.respondToInput(input: id, response))
    }

    /// Returns the value of a key of the app's user defaults. Blocks this thread.
    public func defaultValue(_ key: String) throws(DeviceError) -> JSONValue? {
        try value(.readDefault(key: key))
    }

    /// Writes the value of a key of the app's user defaults; nil removes it. Durable when it returns.
    public func setDefault(_ key: String, _ value: JSONValue?) throws(DeviceError) {
        _ = try performBlocking(.writeDefault(key: key, value: value))
    }

    /// Returns a pasteboard's content.
    ///
    /// - Parameter name: nil for the general pasteboard, which every app reads; only its team reads a named one.
    public func pasteboard(_ name: String? = nil) throws(DeviceError) -> JSONValue? {
        try value(.readPasteboard(name: name))
    }

    /// Writes a pasteboard; nil empties it.
    public func setPasteboard(_ name: String? = nil, _ value: JSONValue?) throws(DeviceError) {
        _ = try performBlocking(.writePasteboard(name: name, value: value))
    }

    private func flag(_ request: DeviceRequest) async throws(DeviceError) -> Bool {
        guard case .flag(let flag) = try await perform(request) else { throw .unexpectedResponse }
        return flag
    }

    private func value(_ request: DeviceRequest) throws(DeviceError) -> JSONValue? {
        guard case .value(let value) = try performBlocking(request) else { throw .unexpectedResponse }
        return value
    }
}
