public import KeyfobCore
public import KeyfobDeviceProtocol

extension DeviceConnection {
    /// Signals that the app listens: the events that waited are delivered, then new ones.
    public func ready() async throws(DeviceFault) { _ = try await perform(.ready) }

    /// Returns whether an installed app owns the URL's scheme, and this app has declared that it queries it
    /// (`LSApplicationQueriesSchemes`); undeclared schemes are false, as on iOS.
    public func canOpen(_ url: String) async throws(DeviceFault) -> Bool { try await flag(.canOpen(url: url)) }

    /// Opens a URL with the app that owns it, which comes to the front.
    ///
    /// - Parameters:
    ///   - url: any URL; its scheme need not be declared.
    ///   - universalLinksOnly: whether only an app that has claimed the host of an `https` URL counts.
    /// - Returns: whether there was one.
    /// - Throws: ``KeyfobDeviceProtocol/DeviceFault`` with code `notInForeground` unless the app is in front.
    @discardableResult
    public func open(_ url: String, universalLinksOnly: Bool = false) async throws(DeviceFault) -> Bool {
        try await flag(.open(url: url, universalLinksOnly: universalLinksOnly))
    }

    /// Returns whether the device has a single sign-on extension for an identity provider's URL.
    public func canSignOn(provider: String) async throws(DeviceFault) -> Bool {
        try await flag(.canSignOn(provider: provider))
    }

    /// Calls the single sign-on extension. If the task is cancelled, the extension is notified.
    ///
    /// - Returns: its response.
    /// - Throws: ``KeyfobDeviceProtocol/DeviceFault``: the extension's own, or `notFound` if there is none for that
    ///   URL, `timedOut` if it does not respond, `disconnected` if it ends, `busy` if it has too many calls.
    public func signOn(_ request: SingleSignOnRequest) async throws(DeviceFault) -> [String: String] {
        guard case .dictionary(let reply) = try await perform(.signOn(request)) else { throw .unexpectedReply }
        return reply
    }

    /// As the extension's owner: shows its window over the caller, which stays the foreground app.
    ///
    /// - Throws: ``KeyfobDeviceProtocol/DeviceFault`` with code `notInteractive` if the caller allows no user
    ///   interaction.
    public func showSignOn(call: Int64) async throws(DeviceFault) { _ = try await perform(.showSignOn(call: call)) }

    /// As the extension's owner: answers a call.
    ///
    /// - Throws: ``KeyfobDeviceProtocol/DeviceFault`` with code `notFound` if the caller has ended or cancelled the
    ///   call.
    public func answerSignOn(call: Int64, _ answer: SingleSignOnAnswer) async throws(DeviceFault) {
        _ = try await perform(.answerSignOn(call: call, answer))
    }

    /// Answers an input of a test's driver.
    public func answerInput(_ id: Int64, _ answer: JSONValue) async throws(DeviceFault) {
        _ = try await perform(.answerInput(input: id, answer))
    }

    /// Returns the value of a key of the app's user defaults. Blocks this thread.
    public func defaultValue(_ key: String) throws(DeviceFault) -> JSONValue? {
        try value(.readDefault(key: key))
    }

    /// Writes the value of a key of the app's user defaults; nil removes it. Durable when it returns.
    public func setDefault(_ key: String, _ value: JSONValue?) throws(DeviceFault) {
        _ = try performBlocking(.writeDefault(key: key, value: value))
    }

    /// Returns a pasteboard's content.
    ///
    /// - Parameter name: nil for the general pasteboard, which every app reads; only its team reads a named one.
    public func pasteboard(_ name: String? = nil) throws(DeviceFault) -> JSONValue? {
        try value(.readPasteboard(name: name))
    }

    /// Writes a pasteboard; nil empties it.
    public func setPasteboard(_ name: String? = nil, _ value: JSONValue?) throws(DeviceFault) {
        _ = try performBlocking(.writePasteboard(name: name, value: value))
    }

    private func flag(_ request: DeviceRequest) async throws(DeviceFault) -> Bool {
        guard case .flag(let flag) = try await perform(request) else { throw .unexpectedReply }
        return flag
    }

    private func value(_ request: DeviceRequest) throws(DeviceFault) -> JSONValue? {
        guard case .value(let value) = try performBlocking(request) else { throw .unexpectedReply }
        return value
    }
}
