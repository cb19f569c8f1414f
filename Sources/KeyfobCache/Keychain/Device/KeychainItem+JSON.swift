package import KeyfobCore

/// A keychain's values as JSON, for the files and sockets of simulated keychains: bytes in base64url.
extension KeychainItem {
    /// Reads an item; nil if it is malformed.
    package init?(json entry: JSONValue) {
        guard let value = entry["value"]?.stringValue.flatMap({ Base64URL.decode($0) }),
            let query = KeychainQuery(json: entry)
        else { return nil }
        self.init(
            itemClass: query.itemClass, accessGroup: query.accessGroup, account: query.account,
            service: query.service, generic: query.generic, type: query.type, creator: query.creator,
            label: entry["label"]?.stringValue,
            accessibility: entry["accessibility"]?.stringValue.flatMap(KeychainAccessibility.init),
            value: Secret(value))
    }

    /// The item including its value: the JSON is as secret as the value.
    package var json: JSONValue {
        let query = KeychainQuery(
            itemClass: itemClass, accessGroup: accessGroup, account: account, service: service, generic: generic,
            type: type, creator: creator)
        var members = query.json.objectValue ?? [:]
        members["label"] = label.map { .string($0) }
        members["accessibility"] = accessibility.map { .string($0.rawValue) }
        members["value"] = .string(Base64URL.encode(value.reveal()))
        return .object(members)
    }
}

extension KeychainQuery {
    /// Reads a query; nil if it is malformed. An attribute of a wrong type must not be ignored: the query would match
    /// too much.
    package init?(json entry: JSONValue) {
        guard let members = entry.objectValue,
            let itemClass = members["class"]?.stringValue.flatMap(KeychainItemClass.init)
        else { return nil }
        self.init(
            itemClass: itemClass, accessGroup: members["group"]?.stringValue, account: members["account"]?.stringValue,
            service: members["service"]?.stringValue,
            generic: members["generic"]?.stringValue.flatMap { Base64URL.decode($0) },
            type: members["type"]?.integerValue.flatMap { UInt32(exactly: $0) },
            creator: members["creator"]?.integerValue.flatMap { UInt32(exactly: $0) })
        let known = [
            accessGroup != nil, account != nil, service != nil, generic != nil, type != nil, creator != nil,
        ]
        let names = ["group", "account", "service", "generic", "type", "creator"]
        guard zip(names, known).allSatisfy({ members[$0] == nil || $1 }) else { return nil }
    }

    /// The query's attributes.
    package var json: JSONValue {
        let members: [String: JSONValue?] = [
            "class": .string(itemClass.rawValue), "group": accessGroup.map { .string($0) },
            "account": account.map { .string($0) }, "service": service.map { .string($0) },
            "generic": generic.map { .string(Base64URL.encode($0)) }, "type": type.map { .integer($0) },
            "creator": creator.map { .integer($0) },
        ]
        return .object(members.compactMapValues { $0 })
    }
}

extension KeychainChange {
    /// Reads a change; nil if it is malformed.
    package init?(json entry: JSONValue) {
        guard let members = entry.objectValue else { return nil }
        let generic = members["generic"]?.stringValue.flatMap { Base64URL.decode($0) }
        let value = members["value"]?.stringValue.flatMap { Base64URL.decode($0) }
        guard members["generic"] == nil || generic != nil, members["value"] == nil || value != nil else { return nil }
        self.init(generic: generic, value: value.map { Secret($0) })
    }

    /// The change including its value.
    package var json: JSONValue {
        let members: [String: JSONValue?] = [
            "generic": generic.map { .string(Base64URL.encode($0)) },
            "value": value.map { .string(Base64URL.encode($0.reveal())) },
        ]
        return .object(members.compactMapValues { $0 })
    }
}
