public import KeyfobCore
public import KeyfobDeviceProtocol

/// The device owner's connection to the switchboard: installs apps, launches and ends them, and acts as the user.
public final class AdminConnection: Sendable {
    private let link: PacketLink

    /// Connects.
    ///
    /// - Parameter path: the switchboard's socket for its owner, `admin.sock` in its data folder.
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError`` with code `disconnected` if no process listens, or access is
    ///   denied.
    public convenience init(path: String) throws(DeviceError) {
        try self.init(descriptor: try PacketLink.connect(path: path))
    }

    /// Takes over an existing connection.
    public init(descriptor: Int32) throws(DeviceError) {
        link = try PacketLink(descriptor: descriptor, unasked: { _ in nil }, ended: {})
    }

    deinit { link.close() }

    /// Sends a request.
    ///
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError``: the switchboard's refusal, `disconnected`, or `cancelled`.
    @discardableResult
    package func perform(_ request: AdminRequest) async throws(DeviceError) -> DeviceResponse {
        try await link.perform { request.packet(number: $0) }
    }

    /// Sends a value to an app, which must be running, and returns its response.
    public func input(_ bundleID: String, _ value: JSONValue) async throws(DeviceError) -> JSONValue? {
        guard case .value(let answer) = try await perform(.input(bundleID: bundleID, value)) else {
            throw .unexpectedResponse
        }
        return answer
    }

    /// Opens a URL like a user who follows a link; returns whether an app was found for it.
    public func open(_ url: String) async throws(DeviceError) -> Bool {
        guard case .flag(let flag) = try await perform(.open(url: url)) else { throw .unexpectedResponse }
        return flag
    }

    /// Installs the bundle in a folder, and returns the warnings about it.
    public func install(_ path: String, isManaged: Bool = false) async throws(DeviceError) -> [String] {
        guard case .warnings(let warnings) = try await perform(.install(path: path, isManaged: isManaged)) else {
            throw .unexpectedResponse
        }
        return warnings
    }

    /// Returns the installed apps, in the order in which they were installed.
    public func apps() async throws(DeviceError) -> [AppListing] {
        guard case .apps(let apps) = try await perform(.apps) else { throw .unexpectedResponse }
        return apps
    }

    /// Returns the events after an entry, as many as are returned at once: at most two thousand. The next ones follow
    /// the last one's number.
    ///
    /// - Parameters:
    ///   - number: the number of the last known entry; 0 for all.
    ///   - waiting: whether to wait for the next entry if there is none; ended by cancelling the task.
    public func trace(after number: Int64 = 0, waiting: Bool = false) async throws(DeviceError) -> [TraceEntry] {
        guard case .trace(let entries) = try await perform(.trace(after: number, waits: waiting)) else {
            throw .unexpectedResponse
        }
        return entries
    }

    /// Returns the offset of the device's clock from the machine's, in seconds.
    public func clockOffset() async throws(DeviceError) -> Int64 { try await offset(.clock) }

    /// Moves the device's clock, backwards if the number is negative.
    ///
    /// - Returns: the new offset from the machine's, in seconds. Every reader of the device's clock has the new time.
    @discardableResult
    public func advanceClock(seconds: Int64) async throws(DeviceError) -> Int64 {
        try await offset(.advanceClock(seconds: seconds))
    }

    /// Sets the offset of the device's clock from the machine's, in seconds.
    public func setClock(offset: Int64) async throws(DeviceError) {
        _ = try await self.offset(.setClock(offset: offset))
    }

    private func offset(_ request: AdminRequest) async throws(DeviceError) -> Int64 {
        guard case .value(let value) = try await perform(request), let offset = value?.integerValue else {
            throw .unexpectedResponse
        }
        return offset
    }

    /// Closes the connection.
    public func close() { link.close() }
}
