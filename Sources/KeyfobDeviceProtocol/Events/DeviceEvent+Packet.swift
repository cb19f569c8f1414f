import KeyfobCore

extension DeviceEvent {
    /// Returns the event as a packet.
    package func packet() -> DevicePacket {
        var (name, members, attachment) = parts
        members["event"] = .string(name)
        return DevicePacket(header: members, attachment: attachment)
    }

    private var parts: (String, [String: JSONValue], [UInt8]) {
        switch self {
        case .lifeCycle(let moment): ("life_cycle", ["moment": .string(moment.rawValue)], [])
        case .openURL(let opened): ("open_url", ["opened": opened.json], [])
        case .signOn(let call):
            (
                "sign_on", Self.header(call.id, call.caller, call.request),
                StringDictionary.bytes(call.request.options)
            )
        case .signOnCancelled(let call): ("sign_on_cancelled", ["call": .integer(call)], [])
        case .input(let id, let value): ("input", ["input": .integer(id), "value": value], [])
        case .protectedData(let isAvailable): ("protected_data", ["available": .bool(isAvailable)], [])
        }
    }

    private static func header(
        _ id: Int64, _ caller: AppOrigin, _ request: DeviceSingleSignOnRequest
    ) -> [String: JSONValue] {
        [
            "call": .integer(id), "caller": caller.json, "provider": .string(request.provider),
            "operation": .string(request.operation), "interactive": .bool(request.isUserInterfaceEnabled),
        ]
    }

    /// Reads an event.
    ///
    /// - Throws: ``DeviceError`` with code ``DeviceError/Code/malformed``.
    package init(_ packet: DevicePacket) throws(DeviceError) {
        let fields = DeviceFields(packet.header)
        switch try fields.text("event") {
        case "life_cycle": self = .lifeCycle(try fields.choice("moment"))
        case "open_url": self = .openURL(try OpenedURL(json: try fields.value("opened")))
        case "sign_on":
            self = .signOn(
                SingleSignOnCall(
                    id: try fields.number("call"), caller: try AppOrigin(json: try fields.value("caller")),
                    request: DeviceSingleSignOnRequest(
                        provider: try fields.text("provider"), operation: try fields.text("operation"),
                        options: try StringDictionary.parse(packet.attachment),
                        isUserInterfaceEnabled: try fields.flag("interactive"))))
        case "sign_on_cancelled": self = .signOnCancelled(call: try fields.number("call"))
        case "input": self = .input(id: try fields.number("input"), try fields.value("value"))
        case "protected_data": self = .protectedData(isAvailable: try fields.flag("available"))
        default: throw .malformed("An event has a name that is not known.")
        }
    }
}
