public import Foundation
import KeyfobCore
public import KeyfobDeviceProtocol
import KeyfobSocket

/// An app's connection to the device that it runs on.
///
/// The kernel identifies the app to the switchboard; no message of the app's changes that. An app connects, begins to
/// listen with ``events()``, and calls ``ready()``; from then on events arrive, including those that waited.
///
/// ```swift
/// let device = try DeviceConnection()
/// let events = device.events()
/// try await device.ready()
/// for await event in events { ... }
/// ```
public final class DeviceConnection: Sendable {
    /// The app's identity, as the device reports it.
    public let identity: AppIdentity
    let link: PacketLink
    private let streams: EventStreams
    private let urlListeners = URLListeners()

    /// Connects to the switchboard that launched this process. Blocks this thread until the app's identity arrives.
    ///
    /// - Parameter environment: the process's environment.
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError`` with code `notFound` if the process runs on no device,
    ///   `disconnected` if no trusted process listens, `refused` if the switchboard knows no such app.
    public convenience init(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(DeviceError) {
        try self.init(path: try SwitchboardAddress.path(in: environment))
    }

    /// Connects to the switchboard at a path.
    ///
    /// - Throws: as ``init(environment:)``.
    public convenience init(path: String) throws(DeviceError) {
        try self.init(descriptor: try PacketLink.connect(path: path))
    }

    /// Takes over an existing connection.
    ///
    /// - Parameter descriptor: a connected socket, which this object closes.
    /// - Throws: as ``init(environment:)``.
    public init(descriptor: Int32) throws(DeviceError) {
        let streams = EventStreams()
        self.streams = streams
        link = try PacketLink(
            descriptor: descriptor,
            unasked: { packet in
                do throws(DeviceError) {
                    streams.send(try DeviceEvent(packet))
                    return nil
                } catch {
                    // The caller of an extension waits for a response, whatever it has sent.
                    guard packet.header["event"] == "sign_on", let call = packet.header["call"]?.integerValue else {
                        return nil
                    }
                    return .respondToSignOn(call: call, .failure(error))
                }
            },
            ended: { streams.end() })
        guard case .identity(let identity) = try link.wait({ DeviceRequest.identify.packet(number: $0) }) else {
            throw .unexpectedResponse
        }
        self.identity = identity
    }

    deinit { link.close() }

    /// Returns the device's events for the app, from now on until the connection ends. Each call returns its own
    /// stream, and all of them get every event. Earlier events go to the first stream.
    public func events() -> DeviceEvents { DeviceEvents(stream: streams.stream(), listeners: urlListeners) }

    /// Offers each URL that this app is opened with to a listener before the readers of ``events()`` get it, from now
    /// on; a URL that it takes is no event. With several readers, a URL is offered as often.
    ///
    /// - Parameter listener: returns whether it takes the URL.
    public func offerURLs(to listener: @escaping @Sendable (OpenedURL) -> Bool) { urlListeners.add(listener) }

    /// Closes the connection. For the device the app ends only when its process ends.
    public func close() { link.close() }

    /// Sends a request to the device.
    ///
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError``: the device's refusal, or code `disconnected`, or, if the task is
    ///   cancelled, `cancelled`; the device is notified then.
    package func perform(_ request: DeviceRequest) async throws(DeviceError) -> DeviceResponse {
        try await link.perform { request.packet(number: $0) }
    }

    /// Sends a request to the device, and blocks this thread until it responds: not for single sign-on, which may take
    /// long.
    ///
    /// - Throws: as ``perform(_:)``.
    package func performBlocking(_ request: DeviceRequest) throws(DeviceError) -> DeviceResponse {
        try link.wait { request.packet(number: $0) }
    }
}

extension DeviceError {
    /// A response of another kind than the request's.
    static var unexpectedResponse: DeviceError {
        DeviceError(
            .malformed, "The switchboard returned an unexpected response.",
            remedy: "Use one version of Keyfob on the whole device.")
    }
}
