import KeyfobCache
import KeyfobCore

extension DeviceRequest {
    /// Reads a request.
    ///
    /// - Parameter packet: the packet; ``DevicePacket/number`` is the request's number.
    /// - Throws: ``DeviceError`` with code ``DeviceError/Code/malformed``.
    package init(_ packet: DevicePacket) throws(DeviceError) {
        let fields = DeviceFields(packet.header)
        switch try fields.text("do") {
        case "identify": self = .identify
        case "ready": self = .ready
        case "can_open": self = .canOpen(url: try fields.text("url"))
        case "open": self = .open(url: try fields.text("url"), universalLinksOnly: try fields.flag("links_only"))
        case "read_default": self = .readDefault(key: try fields.text("key"))
        case "write_default":
            self = .writeDefault(key: try fields.text("key"), value: fields.members["value"])
        case "read_pasteboard": self = .readPasteboard(name: try fields.textIfAny("name"))
        case "write_pasteboard":
            self = .writePasteboard(name: try fields.textIfAny("name"), value: fields.members["value"])
        case "keychain_add": self = .keychainAdd(try fields.read("item", KeychainItem.init(json:)))
        case "keychain_update":
            self = .keychainUpdate(
                try fields.read("query", KeychainQuery.init(json:)),
                try fields.read("change", KeychainChange.init(json:)))
        case "keychain_copy": self = .keychainCopy(try fields.read("query", KeychainQuery.init(json:)))
        case "keychain_delete": self = .keychainDelete(try fields.read("query", KeychainQuery.init(json:)))
        case "can_sign_on": self = .canSignOn(provider: try fields.text("provider"))
        case "sign_on":
            self = .signOn(
                DeviceSingleSignOnRequest(
                    provider: try fields.text("provider"), operation: try fields.text("operation"),
                    options: try StringDictionary.parse(packet.attachment),
                    isUserInterfaceEnabled: try fields.flag("interactive")))
        case "cancel": self = .cancel(request: try fields.number("request"))
        case "show_sign_on": self = .showSignOn(call: try fields.number("call"))
        case "answer_sign_on":
            let call = try fields.number("call")
            if let fault = fields.members["fault"] {
                self = .respondToSignOn(call: call, .failure(try DeviceError(json: fault)))
            } else {
                self = .respondToSignOn(call: call, .success(try StringDictionary.parse(packet.attachment)))
            }
        case "answer_input":
            self = .respondToInput(input: try fields.number("input"), try fields.value("answer"))
        default: throw .malformed("A request has a name that is not known.")
        }
    }
}

extension DevicePacket {
    /// The number of the request in this packet.
    ///
    /// - Throws: ``DeviceError`` with code ``DeviceError/Code/malformed`` if it has none, or one that is not above 0.
    package var requestNumber: Int64 {
        get throws(DeviceError) {
            guard let number, number > 0 else { throw .malformed("A request has no number above 0.") }
            return number
        }
    }

    /// The number of the request in this packet; nil if it has none.
    package var number: Int64? { header["id"]?.integerValue }
}
