import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// `/_admin/devices`: the devices of every tenant, with the state that an administrator or a management service sets.
enum AdminDevices {
    private static let known: Set<String> = ["displayName", "accountEnabled", "isManaged", "isCompliant", "trustType"]

    static func list(_ context: RequestContext) async throws -> HTTPResponse {
        let tenants = context.directory.tenants.map(\.id)
        let devices = try await context.transaction { transaction in
            try tenants.flatMap { try transaction.devices(tenantID: $0) }
        }
        return .json(["value": .array(devices.map(json))])
    }

    static func show(_ context: RequestContext) async throws -> HTTPResponse {
        let id = id(context)
        guard let device = try await context.transaction({ try $0.device(id: id) }) else { throw missing }
        return .json(json(device))
    }

    static func update(_ context: RequestContext) async throws -> HTTPResponse {
        let body = try DirectoryDocument(context, known: known)
        let id = id(context)
        let name = try body.string("displayName").map { String($0.prefix(256)) }
        let (isEnabled, isManaged) = (try body.bool("accountEnabled"), try body.bool("isManaged"))
        let isCompliant = try body.bool("isCompliant")
        let joinType = try body.string("trustType").map(joinType)
        let updated = try await context.transaction { transaction -> RegisteredDevice in
            guard var device = try transaction.device(id: id) else { throw missing }
            device.displayName = name ?? device.displayName
            device.joinType = joinType ?? device.joinType
            device.isEnabled = isEnabled ?? device.isEnabled
            device.isManaged = isManaged ?? device.isManaged
            device.isCompliant = isCompliant ?? (device.isManaged && device.isCompliant)
            guard device.isManaged || !device.isCompliant else {
                throw DirectoryError.invalid("Only a managed device can be compliant; set 'isManaged' as well.")
            }
            try transaction.put(device)
            return device
        }
        return .json(json(updated))
    }

    static func remove(_ context: RequestContext) async throws -> HTTPResponse {
        let id = id(context)
        try await context.transaction { transaction in
            guard let device = try transaction.device(id: id) else { throw missing }
            try DeviceRegistrationService.remove(device, by: nil, context, transaction)
        }
        return HTTPResponse(status: 204)
    }

    private static func id(_ context: RequestContext) -> String { (context.pathValues["id"] ?? "").lowercased() }

    private static var missing: DirectoryError { DirectoryError.notFound("There is no such device.") }

    private static let trustTypes: [(RegisteredDevice.JoinType, String)] = [
        (.join, "AzureAd"), (.register, "Workplace"), (.hybrid, "ServerAd"),
    ]

    private static func joinType(_ name: String) throws -> RegisteredDevice.JoinType {
        guard let found = trustTypes.first(where: { $0.1 == name }) else {
            throw DirectoryError.invalid("'trustType' is AzureAd, Workplace or ServerAd.")
        }
        return found.0
    }

    private static func json(_ device: RegisteredDevice) -> JSONValue {
        let trust = trustTypes.first { $0.0 == device.joinType }?.1 ?? ""
        return [
            "deviceId": .string(device.id), "displayName": .string(device.displayName),
            "tenantId": .string(device.tenantID), "registeredOwner": .string(device.ownerID),
            "trustType": .string(trust), "operatingSystem": .string(device.operatingSystem),
            "operatingSystemVersion": .string(device.operatingSystemVersion),
            "registrationTime": .integer(device.registeredAt), "accountEnabled": .bool(device.isEnabled),
            "isManaged": .bool(device.isManaged), "isCompliant": .bool(device.isCompliant),
        ]
    }
}
