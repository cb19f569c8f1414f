import KeyfobCache
import KeyfobCore

extension DeviceRequest {
    /// Returns the request as a packet.
    ///
    /// - Parameter number: the request's number, which the response repeats.
    package func packet(number: Int64) -> DevicePacket {
        var (name, members, attachment) = parts
        members["id"] = .integer(number)
        members["do"] = .string(name)
        return DevicePacket(header: members, attachment: attachment)
    }

    private var parts: (String, [String: JSONValue], [UInt8]) {
        switch self {
        case .identify: ("identify", [:], [])
        case .ready: ("ready", [:], [])
        case .canOpen(let url): ("can_open", ["url": .string(url)], [])
        case .open(let url, let linksOnly): ("open", ["url": .string(url), "links_only": .bool(linksOnly)], [])
        case .readDefault(let key): ("read_default", ["key": .string(key)], [])
        case .writeDefault(let key, let value):
            ("write_default", ["key": .string(key)].adding("value", value), [])
        case .readPasteboard(let name): ("read_pasteboard", [:].adding("name", name.map { .string($0) }), [])
        case .writePasteboard(let name, let value):
            ("write_pasteboard", [:].adding("name", name.map { .string($0) }).adding("value", value), [])
        case .keychainAdd(let item): ("keychain_add", ["item": item.json], [])
        case .keychainUpdate(let query, let change):
            ("keychain_update", ["query": query.json, "change": change.json], [])
        case .keychainCopy(let query): ("keychain_copy", ["query": query.json], [])
        case .keychainDelete(let query): ("keychain_delete", ["query": query.json], [])
        case .canSignOn(let provider): ("can_sign_on", ["provider": .string(provider)], [])
        case .signOn(let request):
            (
                "sign_on",
                [
                    "provider": .string(request.provider), "operation": .string(request.operation),
                    "interactive": .bool(request.isUserInterfaceEnabled),
                ], StringDictionary.bytes(request.options)
            )
        case .cancel(let number): ("cancel", ["request": .integer(number)], [])
        case .showSignOn(let call): ("show_sign_on", ["call": .integer(call)], [])
        case .respondToSignOn(let call, .success(let reply)):
            ("answer_sign_on", ["call": .integer(call)], StringDictionary.bytes(reply))
        case .respondToSignOn(let call, .failure(let fault)):
            ("answer_sign_on", ["call": .integer(call), "fault": fault.json], [])
        case .respondToInput(let input, let answer):
            ("answer_input", ["input": .integer(input), "answer": answer], [])
        }
    }
}

extension [String: JSONValue] {
    /// Returns the members with one more, if there is a value for it.
    func adding(_ name: String, _ value: JSONValue?) -> Self {
        var members = self
        members[name] = value
        return members
    }
}
