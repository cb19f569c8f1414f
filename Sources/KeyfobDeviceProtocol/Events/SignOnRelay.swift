import KeyfobCore

/// A single sign-on request as the switchboard passes it on: its content stays bytes that are not parsed on the way.
package struct SignOnRelay: Sendable {
    /// The provider's URL.
    package let provider: String
    /// The operation, for the trace.
    package let operation: String
    /// Whether user interaction is allowed.
    package let isInteractive: Bool
    private let attachment: [UInt8]
    /// How many bytes from the caller it contains.
    package var size: Int { provider.utf8.count + operation.utf8.count + attachment.count }

    /// Reads a request; nil if the packet is another one.
    package init?(_ packet: DevicePacket) throws(DeviceError) {
        guard packet.header["do"] == "sign_on" else { return nil }
        let fields = DeviceFields(packet.header)
        provider = try fields.text("provider")
        operation = try fields.text("operation")
        isInteractive = try fields.flag("interactive")
        attachment = packet.attachment
    }

    /// Returns the event that the extension's owner gets.
    package func event(call: Int64, caller: AppOrigin) -> DevicePacket {
        DevicePacket(
            header: [
                "event": "sign_on", "call": .integer(call), "caller": caller.json, "provider": .string(provider),
                "operation": .string(operation), "interactive": .bool(isInteractive),
            ], attachment: attachment)
    }

    /// Reads the number of the call that a packet responds to, and the response for its caller, which does not contain the
    /// caller's number yet; nil if the packet is no response.
    package static func answer(
        _ packet: DevicePacket
    ) throws(DeviceError) -> (call: Int64, reply: Result<DevicePacket, DeviceError>)? {
        guard packet.header["do"] == "answer_sign_on" else { return nil }
        let call = try DeviceFields(packet.header).number("call")
        if let fault = packet.header["fault"] { return (call, .failure(try DeviceError(json: fault))) }
        return (call, .success(DevicePacket(header: ["is": "dictionary"], attachment: packet.attachment)))
    }
}
