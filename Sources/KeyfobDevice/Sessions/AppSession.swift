#if os(Linux)
import KeyfobDeviceProtocol

/// A connection of an app, or of the device's owner, whose identity was determined when it was made.
final class AppSession: Sendable {
    let id: Int
    /// The app; nil for the device's owner.
    let bundleID: String?
    /// How many bytes are waiting to be sent.
    let waiting: @Sendable () -> Int
    private let transmit: @Sendable ([UInt8]) -> Void
    private let end: @Sendable () -> Void
    private let refused: @Sendable (DeviceLogEntry) -> Void

    init(
        id: Int, bundleID: String?, waiting: @escaping @Sendable () -> Int,
        transmit: @escaping @Sendable ([UInt8]) -> Void, end: @escaping @Sendable () -> Void,
        refused: @escaping @Sendable (DeviceLogEntry) -> Void = { _ in }
    ) {
        self.refused = refused
        self.id = id
        self.bundleID = bundleID
        self.waiting = waiting
        self.transmit = transmit
        self.end = end
    }

    func send(_ packet: DevicePacket) { transmit(packet.bytes()) }

    func answer(_ number: Int64, _ outcome: Result<DeviceResponse, DeviceError>) {
        switch outcome {
        case .success(let reply): answer(number, with: reply.packet(to: number))
        case .failure(let fault):
            refused(DeviceLogEntry(bundleID: bundleID, connection: id, request: number, error: fault))
            answer(number, with: fault.packet(to: number))
        }
    }

    /// Sends a response; one that is too large to be read is replaced by an error, since the caller waits for a
    /// response.
    func answer(_ number: Int64, with packet: DevicePacket) {
        let tooLarge = DeviceError(
            .refused, "The response is larger than the device sends at once.", remedy: "Ask for less.")
        for frame in packet.frames(answering: number) ?? [tooLarge.packet(to: number).bytes()] { transmit(frame) }
    }

    /// Responds to a request whose number could not be read: the response has the number 0, which no request has.
    func responseUnreadable(_ fault: DeviceError) { answer(0, .failure(fault)) }

    func close() { end() }
}
#endif
