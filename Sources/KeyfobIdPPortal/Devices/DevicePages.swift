import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// The registered devices: the list, and the page of each.
enum DevicePages {
    static func list(_ request: PortalRequest) async throws -> HTTPResponse {
        let wanted = (request.query["q"] ?? "").trimmed.lowercased()
        let all = try await devices(request).filter { device, owner in
            wanted.isEmpty || device.displayName.lowercased().contains(wanted) || device.id == wanted
                || owner.lowercased().contains(wanted)
        }
        let rows: [[HTML]] = all.prefix(200).map { device, owner in
            [
                .link(address(device), device.displayName), .text(owner),
                .text("\(device.operatingSystem) \(device.operatingSystemVersion)"), .text(kind(device)),
                .text(device.isEnabled ? "enabled" : "disabled"),
                .text(device.isCompliant ? "compliant" : "not compliant"),
            ]
        }
        return PortalPage(
            id: "devices", title: "Devices", section: .devices,
            content: """
                \(PortalFilter.search("devices", "Name, owner or device id", wanted))
                \(PortalTable(
                    caption: PortalFilter.caption("devices", shown: rows.count, of: all.count),
                    columns: ["Name", "Owner", "System", "Joined", "State", "Compliance"], rows: rows,
                    empty: "No device fits.").html)
                """
        ).response(request)
    }

    static func show(_ request: PortalRequest) async throws -> HTTPResponse {
        let device = try await found(request)
        let owner = try await UserLookup.names(of: [device.ownerID], request)[device.ownerID]
        let change: HTML? =
            request.may(.writeDevices)
            ? """
            <h2>State</h2>
            \(request.form("state", to: "\(address(device))/state", label: "Save", [
                request.box("state", "isEnabled", "The device may be used", device.isEnabled),
                request.box("state", "isManaged", "The organization manages it", device.isManaged),
                request.box("state", "isCompliant", "It is compliant; only a managed device can be", device.isCompliant),
            ]))<h2>Delete</h2>
            <p>The device has to be registered again. This cannot be undone.</p>
            \(request.form("delete", to: "\(address(device))/delete", label: "Delete the device", isDangerous: true))
            """ : nil
        return PortalPage(
            id: "device", title: device.displayName, section: .devices,
            content: """
                \(HTML.facts([
                    ("Device id", .text(device.id)), ("Owner", .link(HTML.address("users", device.ownerID), owner ?? device.ownerID)),
                    ("System", .text("\(device.operatingSystem) \(device.operatingSystemVersion)")),
                    ("Joined", .text(kind(device))), ("Registered", .time(device.registeredAt)),
                    ("State", .text(device.isEnabled ? "enabled" : "disabled")),
                    ("Managed", .text(device.isManaged ? "yes" : "no")),
                    ("Compliant", .text(device.isCompliant ? "yes" : "no")),
                ]))\(change)
                """
        ).response(request)
    }

    /// Runs the action of the address.
    static func act(_ request: PortalRequest) async throws -> HTTPResponse {
        let device = try await found(request)
        switch request.action {
        case "state":
            return try await request.acting("state", showing: show) {
                var changed = device
                changed.isEnabled = request.isTicked("isEnabled")
                changed.isManaged = request.isTicked("isManaged")
                changed.isCompliant = request.isTicked("isCompliant")
                guard changed.isManaged || !changed.isCompliant else {
                    throw DirectoryError.field("isCompliant", "Only a managed device can be compliant.")
                }
                let new = changed
                try await request.edit { try $0.put(new) }
                return "\(address(device))?done=saved"
            }
        case "delete":
            let (context, user) = (request.context, request.session.user)
            try await context.transaction { transaction in
                try DeviceRegistrationService.remove(device, by: user, context, transaction)
            }
            return .seeOther("/portal/devices?done=removed")
        default: throw DirectoryError.notFound("There is no such action.")
        }
    }

    private static func found(_ request: PortalRequest) async throws -> RegisteredDevice {
        let (id, tenantID) = (request.id, request.tenant.id)
        guard let device = try await request.context.transaction({ try $0.device(id: id) }), device.tenantID == tenantID
        else { throw DirectoryError.notFound("This directory has no such device.") }
        return device
    }

    private static func devices(_ request: PortalRequest) async throws -> [(RegisteredDevice, String)] {
        let tenantID = request.tenant.id
        let devices = try await request.read { try $0.devices(tenantID: tenantID) }
        let names = try await UserLookup.names(of: Set(devices.map(\.ownerID)), request)
        return devices.map { ($0, names[$0.ownerID] ?? $0.ownerID) }
    }

    private static func kind(_ device: RegisteredDevice) -> String {
        switch device.joinType {
        case .join: "joined"
        case .register: "registered"
        case .hybrid: "joined, also on premises"
        }
    }

    private static func address(_ device: RegisteredDevice) -> String { HTML.address("devices", device.id) }
}
