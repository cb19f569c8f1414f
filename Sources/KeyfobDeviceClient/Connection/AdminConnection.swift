public import KeyfobCore
public import KeyfobDeviceProtocol

/// The device owner's connection to the switchboard: installs apps, launches and ends them, plays the person.
public final class AdminConnection: Sendable {
    private let link: PacketLink

    /// Connects.
    ///
    /// - Parameter path: of the switchboard's owner's socket, `admin.sock` in its data folder.
    /// - Throws: ``KeyfobDeviceProtocol/DeviceFault`` with code `disconnected` if nobody listens, or this user may not.
    public convenience init(path: String) throws(DeviceFault) {
        try self.init(descriptor: try PacketLink.connect(path: path))
    }

    /// Takes over a connection that stands already.
    public init(descriptor: Int32) throws(DeviceFault) {
        link = try PacketLink(descriptor: descriptor, unasked: { _ in }, ended: {})
    }

    deinit { link.close() }

    /// Asks.
    ///
    /// - Throws: ``KeyfobDeviceProtocol/DeviceFault``: what the switchboard refused, `disconnected`, or `cancelled`.
    @discardableResult
    public func perform(_ request: AdminRequest) async throws(DeviceFault) -> DeviceReply {
        try await link.perform { request.packet(number: $0) }
    }

    /// Puts something into an app, which must run, and returns its answer.
    public func input(_ bundleID: String, _ value: JSONValue) async throws(DeviceFault) -> JSONValue? {
        guard case .value(let answer) = try await perform(.input(bundleID: bundleID, value)) else {
            throw .unexpectedReply
        }
        return answer
    }

    /// The person follows a link; whether an app was found for it.
    public func open(_ url: String) async throws(DeviceFault) -> Bool {
        guard case .flag(let flag) = try await perform(.open(url: url)) else { throw .unexpectedReply }
        return flag
    }

    /// Installs the bundle in a folder, and returns what it should be warned of.
    public func install(_ path: String, isManaged: Bool = false) async throws(DeviceFault) -> [String] {
        guard case .warnings(let warnings) = try await perform(.install(path: path, isManaged: isManaged)) else {
            throw .unexpectedReply
        }
        return warnings
    }

    /// The installed apps, in the order they were installed.
    public func apps() async throws(DeviceFault) -> [AppListing] {
        guard case .apps(let apps) = try await perform(.apps) else { throw .unexpectedReply }
        return apps
    }

    /// What happened after the entry of that number, as much as is told at once: at most two thousand entries. The rest
    /// is asked for with the last one's number.
    ///
    /// - Parameters:
    ///   - number: of the last entry that is known; 0 for all.
    ///   - waiting: whether to wait for the next entry if there is none; ended by cancelling the task.
    public func trace(after number: Int64 = 0, waiting: Bool = false) async throws(DeviceFault) -> [TraceEntry] {
        guard case .trace(let entries) = try await perform(.trace(after: number, waits: waiting)) else {
            throw .unexpectedReply
        }
        return entries
    }

    /// How far the device's clock is ahead of the machine's, in seconds.
    public func clockOffset() async throws(DeviceFault) -> Int64 { try await offset(.clock) }

    /// Moves the device's clock, backwards if the number is negative.
    ///
    /// - Returns: how far it is ahead of the machine's now, in seconds. Whatever reads the device's clock has moved.
    @discardableResult
    public func advanceClock(seconds: Int64) async throws(DeviceFault) -> Int64 {
        try await offset(.advanceClock(seconds: seconds))
    }

    /// Sets how far the device's clock is ahead of the machine's, in seconds.
    public func setClock(offset: Int64) async throws(DeviceFault) {
        _ = try await self.offset(.setClock(offset: offset))
    }

    private func offset(_ request: AdminRequest) async throws(DeviceFault) -> Int64 {
        guard case .value(let value) = try await perform(request), let offset = value?.integerValue else {
            throw .unexpectedReply
        }
        return offset
    }

    /// Closes the connection.
    public func close() { link.close() }
}
