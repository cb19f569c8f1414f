import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// `/devices`
struct DevicesResource: GraphResource {
    let name = "devices"
    let type = GraphType.device

    func piece(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?, _ part: GraphPart) throws -> GraphPiece {
        let tenant = session.tenant
        return GraphPiece(try session.transaction.devices(tenantID: tenant.id), part) { tenant.entity($0) }
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        let found: RegisteredDevice?
        switch key.property?.lowercased() {
        case nil, "id": found = try session.device(objectID: key.value)
        case "deviceid": found = try session.transaction.device(id: key.value.lowercased())
        default: found = nil
        }
        guard let found, found.tenantID == session.tenant.id else { throw GraphError.notFound(key.value) }
        return session.entity(found)
    }

    func update(_ entity: GraphEntity, _ body: GraphBody, _ session: GraphSession) throws {
        try session.caller.require(.writeDevices)
        try body.check(type)
        guard var device = try session.device(objectID: entity.id) else { throw GraphError.notFound(entity.id) }
        if let name = body.string("displayName") { device.displayName = name }
        if let value = body.members["accountEnabled"]?.boolValue { device.isEnabled = value }
        if let value = body.members["isManaged"]?.boolValue { device.isManaged = value }
        // Nothing reports the state of a device that nothing manages.
        device.isCompliant = body.members["isCompliant"]?.boolValue ?? (device.isManaged && device.isCompliant)
        guard device.isManaged || !device.isCompliant else {
            throw GraphError.invalid("Only a managed device can be compliant; set 'isManaged' as well.")
        }
        try session.editor.put(device)
    }

    func remove(_ entity: GraphEntity, _ session: GraphSession) throws {
        try session.caller.require(.writeDevices)
        guard let device = try session.device(objectID: entity.id) else { throw GraphError.notFound(entity.id) }
        try DeviceRegistrationService.remove(device, by: nil, session.context, session.transaction)
    }

    func relation(_ name: String, of entity: GraphEntity, _ session: GraphSession) throws -> GraphRelation? {
        switch name.lowercased() {
        case "registeredowners", "registeredusers":
            return GraphRelation(session) { try session.device(objectID: entity.id).map { [$0.ownerID] } ?? [] }
        case "memberof", "transitivememberof":
            let isDirect = name.lowercased() == "memberof"
            return GraphRelation(session) { try session.memberships(of: entity.id, isDirect: isDirect) }
        default: return nil
        }
    }
}
