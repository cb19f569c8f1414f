package import KeyfobCache
package import KeyfobCore

/// The device's response to a request that it did not refuse.
package enum DeviceResponse: Sendable, Hashable {
    /// The request succeeded, without a result.
    case done
    /// Yes or no.
    case flag(Bool)
    /// The app's identity.
    case identity(AppIdentity)
    /// A value of the user defaults, a pasteboard or an app's response; nil if there is none.
    case value(JSONValue?)
    /// Items of the keychain.
    case items([KeychainItem])
    /// An extension's response.
    case dictionary([String: String])
    /// The installed apps, in the order in which they were installed.
    case apps([AppListing])
    /// The events on the device.
    case trace([TraceEntry])
    /// The warnings about an installed bundle.
    case warnings([String])
}

extension DeviceResponse {
    /// Returns the response as a packet.
    ///
    /// - Parameter number: the request's number.
    package func packet(to number: Int64) -> DevicePacket {
        var (name, members, attachment) = parts
        members["re"] = .integer(number)
        members["is"] = .string(name)
        return DevicePacket(header: members, attachment: attachment)
    }

    private var parts: (String, [String: JSONValue], [UInt8]) {
        switch self {
        case .done: ("done", [:], [])
        case .flag(let flag): ("flag", ["flag": .bool(flag)], [])
        case .identity(let identity): ("identity", ["identity": identity.json], [])
        case .value(let value): ("value", [:].adding("value", value), [])
        case .items(let items): ("items", [:], JSONValue.array(items.map(\.json)).bytes())
        case .dictionary(let dictionary): ("dictionary", [:], StringDictionary.bytes(dictionary))
        case .apps(let apps): ("apps", [:], JSONValue.array(apps.map(\.json)).bytes())
        case .trace(let entries): ("trace", [:], JSONValue.array(entries.map(\.json)).bytes())
        case .warnings(let warnings): ("warnings", ["warnings": .strings(warnings)], [])
        }
    }

    /// Reads a response.
    ///
    /// - Throws: the ``DeviceError`` in the packet, if there is one; else one with code ``DeviceError/Code/malformed``
    ///   if the packet is no response.
    package init(_ packet: DevicePacket) throws(DeviceError) {
        let fields = DeviceFields(packet.header)
        switch try fields.text("is") {
        case "done": self = .done
        case "flag": self = .flag(try fields.flag("flag"))
        case "identity": self = .identity(try AppIdentity(json: try fields.value("identity")))
        case "value": self = .value(fields.members["value"])
        case "items":
            guard let list = try? JSONValue(parsing: packet.attachment),
                let items = Self.list(list, KeychainItem.init(json:))
            else { throw .malformed("Keychain items cannot be read.") }
            self = .items(items)
        case "dictionary": self = .dictionary(try StringDictionary.parse(packet.attachment))
        case "apps":
            guard let list = try? JSONValue(parsing: packet.attachment),
                let apps = Self.list(list, { try? AppListing(json: $0) })
            else { throw .malformed("A list of apps cannot be read.") }
            self = .apps(apps)
        case "trace":
            guard let list = try? JSONValue(parsing: packet.attachment),
                let entries = Self.list(list, { try? TraceEntry(json: $0) })
            else { throw .malformed("A trace cannot be read.") }
            self = .trace(entries)
        case "warnings": self = .warnings(try fields.texts("warnings"))
        case "fault": throw try DeviceError(json: try fields.value("fault"))
        default: throw .malformed("A reply has a kind that is not known.")
        }
    }

    private static func list<Element>(_ value: JSONValue, _ read: (JSONValue) -> Element?) -> [Element]? {
        guard let values = value.arrayValue else { return nil }
        let elements = values.compactMap(read)
        return elements.count == values.count ? elements : nil
    }
}

extension DeviceError {
    /// Returns the refusal of a request as a packet.
    ///
    /// - Parameter number: the request's number; 0 if it could not be read.
    package func packet(to number: Int64) -> DevicePacket {
        DevicePacket(header: ["re": .integer(number), "is": "fault", "fault": json])
    }
}

extension DevicePacket {
    /// The number of the request that this packet responds to; nil if it is no response.
    package var answeredNumber: Int64? { header["re"]?.integerValue }
}
