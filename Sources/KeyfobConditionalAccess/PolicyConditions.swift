/// The sign-ins to which a policy applies: those that meet every condition.
package struct PolicyConditions: Sendable, Hashable {
    /// `users`
    package let users: UserCondition
    /// `applications`
    package let applications: ApplicationCondition
    /// `clientAppTypes`; nil matches any.
    package let clientAppTypes: Set<ClientAppType>?
    /// `platforms`; nil matches any, known or not.
    package let platforms: PlatformCondition?
    /// `locations`; nil matches any, known or not.
    package let locations: LocationCondition?
    /// `devices.deviceFilter`; nil matches any device, and a sign-in without one.
    package let deviceFilter: DeviceFilterCondition?
    /// `authenticationFlows.transferMethods`; nil matches any.
    package let transferMethods: Set<TransferMethod>?

    init(_ reader: PolicyReader) throws(PolicyFormatError) {
        try reader.allow(only: [
            "users", "applications", "clientAppTypes", "platforms", "locations", "devices", "authenticationFlows",
        ])
        guard let users = try reader.object("users") else { throw reader.fault("users", "it is missing") }
        self.users = try UserCondition(users)
        guard let applications = try reader.object("applications") else {
            throw reader.fault("applications", "it is missing")
        }
        self.applications = try ApplicationCondition(applications)
        clientAppTypes = try ClientAppType.read(reader)
        platforms =
            try reader.object("platforms").map { (inner) throws(PolicyFormatError) in try PlatformCondition(inner) }
            ?? nil
        locations =
            try reader.object("locations").map { (inner) throws(PolicyFormatError) in try LocationCondition(inner) }
            ?? nil
        deviceFilter =
            try reader.object("devices").map { (inner) throws(PolicyFormatError) in
                try DeviceFilterCondition(devices: inner)
            } ?? nil
        transferMethods =
            try reader.object("authenticationFlows").map { (inner) throws(PolicyFormatError) in
                try TransferMethod.read(inner)
            } ?? nil
    }
}

/// `clientAppTypes`: the type of the client of a sign-in.
package enum ClientAppType: String, Sendable, Hashable, CaseIterable {
    /// A page in a browser.
    case browser
    /// An app on a phone or a computer.
    case mobileAppsAndDesktopClients
    /// A mail program over Exchange ActiveSync; this provider has no such sign-ins.
    case exchangeActiveSync
    /// A program that cannot show a page; this provider has no such sign-ins.
    case other

    static func read(_ reader: PolicyReader) throws(PolicyFormatError) -> Set<ClientAppType>? {
        let texts = try reader.strings("clientAppTypes")
        if texts.isEmpty || texts.contains(where: { $0.lowercased() == "all" }) { return nil }
        return try reader.values("clientAppTypes", texts, ClientAppType.self)
    }
}

/// `authenticationFlows.transferMethods`: how a sign-in is transferred from one device to another.
package enum TransferMethod: String, Sendable, Hashable, CaseIterable {
    /// The device code flow (RFC 8628).
    case deviceCodeFlow
    /// A sign-in that one device passes to another; not supported here.
    case authenticationTransfer

    static func read(_ reader: PolicyReader) throws(PolicyFormatError) -> Set<TransferMethod>? {
        try reader.allow(only: ["transferMethods"])
        let text = try reader.string("transferMethods") ?? ""
        let names = text.split(separator: ",").map { $0.filter { $0 != " " } }.filter { $0.lowercased() != "none" }
        return names.isEmpty ? nil : try reader.values("transferMethods", names, TransferMethod.self)
    }
}
