public import KeyfobCore
public import KeyfobDeviceProtocol

extension DeviceConnection {
    /// Tells the device that the app listens: the events that waited are delivered, then those to come.
    public func ready() async throws(DeviceFault) { _ = try await perform(.ready) }

    /// Whether an installed app owns the URL's scheme, and this app has declared that it asks
    /// (`LSApplicationQueriesSchemes`); undeclared schemes are false, as on iOS.
    public func canOpen(_ url: String) async throws(DeviceFault) -> Bool { try await flag(.canOpen(url: url)) }

    /// Opens a URL with the app that owns it, which comes to the front.
    ///
    /// - Parameters:
    ///   - url: any URL; its scheme need not be declared.
    ///   - universalLinksOnly: only an app that has claimed the host of a `https` URL counts.
    /// - Returns: whether there was one.
    /// - Throws: ``KeyfobDeviceProtocol/DeviceFault`` with code `notInForeground` unless the app is in front.
    @discardableResult
    public func open(_ url: String, universalLinksOnly: Bool = false) async throws(DeviceFault) -> Bool {
        try await flag(.open(url: url, universalLinksOnly: universalLinksOnly))
    }

    /// Whether the device has a single sign-on extension for an identity provider's address.
    public func canSignOn(provider: String) async throws(DeviceFault) -> Bool {
        try await flag(.canSignOn(provider: provider))
    }

    /// Asks the single sign-on extension. If the task is cancelled, the extension is told.
    ///
    /// - Returns: what it answered.
    /// - Throws: ``KeyfobDeviceProtocol/DeviceFault``: the extension's own, or `notFound` if there is none for that
    ///   address, `timedOut` if it does not answer, `disconnected` if it ends, `busy` if it has too much to do.
    public func signOn(_ request: SingleSignOnRequest) async throws(DeviceFault) -> [String: String] {
        guard case .dictionary(let reply) = try await perform(.signOn(request)) else { throw .unexpectedReply }
        return reply
    }

    /// As the extension's owner: shows its window over the caller, who stays the foreground app.
    ///
    /// - Throws: ``KeyfobDeviceProtocol/DeviceFault`` with code `notInteractive` if the caller wants no window.
    public func showSignOn(call: Int64) async throws(DeviceFault) { _ = try await perform(.showSignOn(call: call)) }

    /// As the extension's owner: answers a call.
    ///
    /// - Throws: ``KeyfobDeviceProtocol/DeviceFault`` with code `notFound` if the caller is gone or took it back.
    public func answerSignOn(call: Int64, _ answer: SingleSignOnAnswer) async throws(DeviceFault) {
        _ = try await perform(.answerSignOn(call: call, answer))
    }

    /// Answers what a test's driver has put in.
    public func answerInput(_ id: Int64, _ answer: JSONValue) async throws(DeviceFault) {
        _ = try await perform(.answerInput(input: id, answer))
    }

    /// The value of a key of the app's user defaults. Waits on this thread.
    public func defaultValue(_ key: String) throws(DeviceFault) -> JSONValue? {
        try value(.readDefault(key: key))
    }

    /// Writes the value of a key of the app's user defaults; nil removes it. Durable when it returns.
    public func setDefault(_ key: String, _ value: JSONValue?) throws(DeviceFault) {
        _ = try performBlocking(.writeDefault(key: key, value: value))
    }

    /// A pasteboard's content.
    ///
    /// - Parameter name: nil is the general pasteboard, which every app reads; a named one is its team's alone.
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
