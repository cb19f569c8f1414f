public import Foundation
public import KeyfobDeviceProtocol
import KeyfobSocket

/// An app's connection to the device that it runs on.
///
/// The switchboard knows who the app is from the kernel; nothing that the app says changes that. An app connects,
/// begins to listen with ``events()``, and calls ``ready()``; from then on events arrive, those included that waited.
///
/// ```swift
/// let device = try DeviceConnection()
/// let events = device.events()
/// try await device.ready()
/// for await event in events { ... }
/// ```
public final class DeviceConnection: Sendable {
    /// Who the app is, as the device says.
    public let identity: AppIdentity
    let link: PacketLink
    private let streams: EventStreams
    private let urlListeners = URLListeners()

    /// Connects to the switchboard that launched this process. Waits, on this thread, until it says who the app is.
    ///
    /// - Parameter environment: the process's.
    /// - Throws: ``KeyfobDeviceProtocol/DeviceFault`` with code `notFound` if the process runs on no device,
    ///   `disconnected` if nobody listens or somebody who may not, `refused` if the switchboard knows no such app.
    public convenience init(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(DeviceFault) {
        try self.init(path: try SwitchboardAddress.path(in: environment))
    }

    /// Connects to the switchboard at a path.
    ///
    /// - Throws: as ``init(environment:)``.
    public convenience init(path: String) throws(DeviceFault) {
        try self.init(descriptor: try PacketLink.connect(path: path))
    }

    /// Takes over a connection that stands already.
    ///
    /// - Parameter descriptor: a connected socket, which this object closes.
    /// - Throws: as ``init(environment:)``.
    public init(descriptor: Int32) throws(DeviceFault) {
        let streams = EventStreams()
        self.streams = streams
        link = try PacketLink(
            descriptor: descriptor,
            unasked: { packet in if let event = try? DeviceEvent(packet) { streams.send(event) } },
            ended: { streams.end() })
        guard case .identity(let identity) = try link.wait({ DeviceRequest.identify.packet(number: $0) }) else {
            throw .unexpectedReply
        }
        self.identity = identity
    }

    deinit { link.close() }

    /// What the device tells the app, from now on; ends with the connection. Each call gives a stream of its own, and
    /// all of them get every event. What came before anybody listened goes to the first.
    public func events() -> DeviceEvents { DeviceEvents(stream: streams.stream(), listeners: urlListeners) }

    /// Offers each URL that this app is opened with to a listener before anybody who reads ``events()`` gets it, from now on;
    /// one that is taken is no event. Where several read the events, a URL is offered as often.
    ///
    /// - Parameter listener: returns whether it takes the URL.
    public func offerURLs(to listener: @escaping @Sendable (OpenedURL) -> Bool) { urlListeners.add(listener) }

    /// Closes the connection. The device takes the app for ended only when its process ends.
    public func close() { link.close() }

    /// Asks the device.
    ///
    /// - Throws: ``KeyfobDeviceProtocol/DeviceFault``: what the device refused, or code `disconnected`, or, if the task
    ///   is cancelled, `cancelled`; the device is told then.
    public func perform(_ request: DeviceRequest) async throws(DeviceFault) -> DeviceReply {
        try await link.perform { request.packet(number: $0) }
    }

    /// Asks the device, and waits on this thread for what it answers: not for single sign-on, which may take long.
    ///
    /// - Throws: as ``perform(_:)``.
    public func performBlocking(_ request: DeviceRequest) throws(DeviceFault) -> DeviceReply {
        try link.wait { request.packet(number: $0) }
    }
}

extension DeviceFault {
    /// An answer of another kind than the request asks for.
    static var unexpectedReply: DeviceFault {
        DeviceFault(
            .malformed, "The switchboard answered with something else than was asked for.",
            remedy: "Use one version of Keyfob on the whole device.")
    }
}
