extension InMemoryTransaction {
    func device(id: String) -> RegisteredDevice? { tables.devices.first { $0.id == id } }

    func devices(tenantID: String) -> [RegisteredDevice] { tables.devices.filter { $0.tenantID == tenantID } }

    func put(_ device: RegisteredDevice) { Self.replace(&tables.devices, by: device) { $0.id == device.id } }

    func removeDevice(id: String) { tables.devices.removeAll { $0.id == id } }

    func insert(_ token: PrimaryRefreshTokenGrant) { tables.primaryRefreshTokens[token.tokenHash] = token }

    func primaryRefreshToken(hash: [UInt8]) -> PrimaryRefreshTokenGrant? { tables.primaryRefreshTokens[hash] }

    func removePrimaryRefreshTokens(deviceID: String) {
        tables.primaryRefreshTokens = tables.primaryRefreshTokens.filter { $0.value.deviceID != deviceID }
    }

    func removePrimaryRefreshTokens(grantID: String) {
        tables.primaryRefreshTokens = tables.primaryRefreshTokens.filter {
            !$0.value.access.isWithin(grantID: grantID)
        }
    }
}
