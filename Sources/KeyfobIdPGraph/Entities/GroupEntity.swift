import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel

extension GraphSession {
    /// A group of the tenant.
    func entity(_ group: UserGroup) -> GraphEntity { tenant.entity(group) }

    /// A directory role of the tenant.
    func entity(_ role: DirectoryRole) -> GraphEntity { tenant.entity(role) }

    /// A device of the tenant.
    func entity(_ device: RegisteredDevice) -> GraphEntity { tenant.entity(device) }
}

extension Tenant {
    /// A group of the tenant.
    func entity(_ group: UserGroup) -> GraphEntity {
        var members = group.furtherMembers
        members["displayName"] = .string(group.displayName)
        members["mailEnabled"] = members["mailEnabled"] ?? false
        members["securityEnabled"] = members["securityEnabled"] ?? true
        members["mailNickname"] = members["mailNickname"] ?? .string(String(group.id.prefix(8)))
        members["renewedDateTime"] = members["createdDateTime"]
        members["securityIdentifier"] = .string(SecurityIdentifier.of(group.id))
        return GraphEntity(.group, id: group.id, members)
    }

    /// A directory role of the tenant.
    func entity(_ role: DirectoryRole) -> GraphEntity {
        GraphEntity(
            .directoryRole, id: role.objectID(in: id),
            [
                "displayName": .string(role.displayName), "description": .string(role.description),
                "roleTemplateId": .string(role.templateID),
            ])
    }

    /// A device of the tenant.
    func entity(_ device: RegisteredDevice) -> GraphEntity {
        let trust: JSONValue =
            switch device.joinType {
            case .join: "AzureAd"
            case .register: "Workplace"
            case .hybrid: "ServerAd"
            }
        let registered = JSONValue.string(GraphTime.text(device.registeredAt))
        return GraphEntity(
            .device, id: objectID(of: device),
            [
                "deviceId": .string(device.id), "displayName": .string(device.displayName),
                "accountEnabled": .bool(device.isEnabled), "isManaged": .bool(device.isManaged),
                "isCompliant": .bool(device.isCompliant), "operatingSystem": .string(device.operatingSystem),
                "operatingSystemVersion": .string(device.operatingSystemVersion), "trustType": trust,
                "profileType": "RegisteredDevice", "registrationDateTime": registered, "createdDateTime": registered,
                "deviceVersion": 2, "deviceOwnership": device.joinType == .register ? "Personal" : "Company",
                "extensionAttributes": .object(
                    Dictionary((1...15).map { ("extensionAttribute\($0)", JSONValue.null) }) { first, _ in first }),
            ])
    }

    /// The object id of a device, which is not its device id.
    func objectID(of device: RegisteredDevice) -> String { DerivedID.of("device|\(id)|\(device.id)") }
}
