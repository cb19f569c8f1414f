import KeyfobCore

extension AdminRequest {
    /// Returns the request as a packet.
    ///
    /// - Parameter number: the request's number, which the response repeats.
    package func packet(number: Int64) -> DevicePacket {
        var (name, members) = parts
        members["id"] = .integer(number)
        members["do"] = .string(name)
        return DevicePacket(header: members)
    }

    private var parts: (String, [String: JSONValue]) {
        switch self {
        case .install(let path, let isManaged): ("install", ["path": .string(path), "managed": .bool(isManaged)])
        case .uninstall(let bundleID): ("uninstall", ["bundle_id": .string(bundleID)])
        case .apps: ("apps", [:])
        case .activate(let bundleID): ("activate", ["bundle_id": .string(bundleID)])
        case .launchInBackground(let bundleID): ("launch_in_background", ["bundle_id": .string(bundleID)])
        case .kill(let bundleID): ("kill", ["bundle_id": .string(bundleID)])
        case .open(let url): ("open", ["url": .string(url)])
        case .home: ("home", [:])
        case .input(let bundleID, let value): ("input", ["bundle_id": .string(bundleID), "value": value])
        case .trace(let number, let waits): ("trace", ["after": .integer(number), "waits": .bool(waits)])
        case .lock: ("lock", [:])
        case .unlock: ("unlock", [:])
        case .restart: ("restart", [:])
        case .keychainItems: ("keychain_items", [:])
        case .clock: ("clock", [:])
        case .advanceClock(let seconds): ("advance_clock", ["seconds": .integer(seconds)])
        case .setClock(let offset): ("set_clock", ["offset": .integer(offset)])
        case .shutDown: ("shut_down", [:])
        }
    }

    /// Reads a request.
    ///
    /// - Throws: ``DeviceError`` with code ``DeviceError/Code/malformed``.
    package init(_ packet: DevicePacket) throws(DeviceError) {
        let fields = DeviceFields(packet.header)
        switch try fields.text("do") {
        case "install": self = .install(path: try fields.text("path"), isManaged: try fields.flag("managed"))
        case "uninstall": self = .uninstall(bundleID: try fields.text("bundle_id"))
        case "apps": self = .apps
        case "activate": self = .activate(bundleID: try fields.text("bundle_id"))
        case "launch_in_background": self = .launchInBackground(bundleID: try fields.text("bundle_id"))
        case "kill": self = .kill(bundleID: try fields.text("bundle_id"))
        case "open": self = .open(url: try fields.text("url"))
        case "home": self = .home
        case "input": self = .input(bundleID: try fields.text("bundle_id"), try fields.value("value"))
        case "trace": self = .trace(after: try fields.number("after"), waits: try fields.flag("waits"))
        case "lock": self = .lock
        case "unlock": self = .unlock
        case "restart": self = .restart
        case "keychain_items": self = .keychainItems
        case "clock": self = .clock
        case "advance_clock": self = .advanceClock(seconds: try fields.number("seconds"))
        case "set_clock": self = .setClock(offset: try fields.number("offset"))
        case "shut_down": self = .shutDown
        default: throw .malformed("A request has a name that is not known.")
        }
    }
}
