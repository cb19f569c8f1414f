import Foundation
import KeyfobCore
import KeyfobCrypto
package import KeyfobIdPModel
import KeyfobOAuth

/// The device registration service: discovery, a nonce, and the registration and removal of a user's device. Its caller
/// sends an access token of the user for the service.
package enum DeviceRegistrationService {
    /// The permission that the token must contain.
    package static let permission = "adrs_access"
    /// The number of devices that a user may register, unless the tenant sets another.
    package static let quota = 50

    /// `GET /{domain}/Discover`
    static func discover(_ context: RequestContext) async throws -> HTTPResponse {
        let tenant = try tenant(context)
        guard let origin = HTTPURL(context.registrationOrigin) else { throw OAuthError(90033) }
        var document = RegistrationDiscovery(origin: origin, tenantID: tenant.id)
        // Keys of users are not stored here.
        document.keyEndpoint = nil
        return .json(document.json)
    }

    /// `GET /EnrollmentServer/nonce/{tenant}`
    static func nonce(_ context: RequestContext) async throws -> HTTPResponse {
        _ = try tenant(context)
        return .json(["Value": .string(try RequestNonce.make(context))])
    }

    /// `POST /EnrollmentServer/device?api-version=2.0`
    static func register(_ context: RequestContext) async throws -> HTTPResponse {
        let user = try await caller(context)
        let request: DeviceJoinRequest
        do { request = try DeviceJoinRequest(parsing: context.request.body) } catch {
            throw RegistrationRefusal.malformed(error.message)
        }
        let key: AsymmetricPublicKey
        do { key = try CertificateRequest(verifying: request.certificateRequest).publicKey } catch {
            throw RegistrationRefusal.malformed(error.message)
        }
        guard let joinType = RegisteredDevice.JoinType(rawValue: request.joinType) else {
            throw RegistrationRefusal.malformed("The member JoinType is not 0, 4 or 6.")
        }
        guard joinType != .hybrid else {
            throw RegistrationRefusal.forbidden(
                "error_join_type",
                "Only an administrator can make a device hybrid joined: register it, and have that set.")
        }
        guard let tenant = context.directory.tenant(request.targetDomain), tenant.id == user.tenantID,
            tenant.kind == .organization
        else {
            throw RegistrationRefusal.forbidden(
                "error_tenant_mismatch",
                "The domain '\(request.targetDomain)' is not the user's organization; register the device there.")
        }
        guard tenant.allowsDeviceRegistration ?? true else {
            throw RegistrationRefusal.forbidden(
                "error_device_registration_disabled",
                "The organization does not let users register devices; ask its administrator.")
        }
        let deviceID = context.random.uuid()
        let certificate = try context.deviceAuthority().certificates.issue(
            publicKey: key, deviceID: deviceID, userID: user.objectID, tenantID: tenant.id,
            joinType: joinType.rawValue, serialNumber: context.random.bytes(16),
            now: Date(timeIntervalSince1970: TimeInterval(context.now)))
        let device = RegisteredDevice(
            id: deviceID, tenantID: tenant.id, ownerID: user.objectID, displayName: request.displayName,
            joinType: joinType, operatingSystem: request.deviceType,
            operatingSystemVersion: request.systemVersion, certificate: certificate,
            transportKey: request.transportKey.der, registeredAt: context.now)
        try await context.transaction { transaction in
            let own = try transaction.devices(tenantID: tenant.id).filter { $0.ownerID == user.objectID }
            guard own.count < tenant.deviceQuota ?? quota else {
                throw RegistrationRefusal.forbidden(
                    "error_device_quota_exceeded",
                    "The user has registered \(own.count) devices, which is as many as the organization allows; "
                        + "remove one first.")
            }
            try transaction.put(device)
            var entry = context.entry(.deviceRegistered, user: user, detail: device.displayName)
            entry.deviceID = device.id
            try transaction.append([entry])
        }
        return .json(DeviceJoinResponse(certificate: certificate, userPrincipalName: user.userPrincipalName).json)
    }

    /// `DELETE /EnrollmentServer/device/{id}`: by the user who registered it, or by an administrator. Removes its
    /// tokens too.
    static func remove(_ context: RequestContext) async throws -> HTTPResponse {
        let user = try await caller(context)
        let id = (context.pathValues["id"] ?? "").lowercased()
        try await context.transaction { transaction in
            // The same error for an unknown device and for one of another tenant or user.
            guard let device = try transaction.device(id: id), device.tenantID == user.tenantID,
                device.ownerID == user.objectID || ConsentAuthority.isAdministrator(user, in: context.directory)
            else {
                throw RegistrationRefusal(
                    status: 404, code: "invalid_request", subcode: "error_missing_device",
                    message: "There is no such device that the user has registered.")
            }
            try remove(device, by: user, context, transaction)
        }
        return HTTPResponse(status: 204)
    }

    /// Removes a device with its primary refresh tokens.
    package static func remove(
        _ device: RegisteredDevice, by user: User?, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws {
        try transaction.removePrimaryRefreshTokens(deviceID: device.id)
        try transaction.removeDevice(id: device.id)
        var entry = context.entry(.deviceRemoved, user: user, detail: device.displayName)
        entry.deviceID = device.id
        entry.tenantID = device.tenantID
        try transaction.append([entry])
    }

    private static func caller(_ context: RequestContext) async throws -> User {
        try await ResourceCaller(
            context, api: RegistrationDiscovery.resourceAppID, .write, scopes: [permission]
        ).user
    }

    private static func tenant(_ context: RequestContext) throws -> Tenant {
        let name = context.pathValues["tenant"] ?? ""
        guard let tenant = context.directory.tenant(name), tenant.kind == .organization else {
            throw RegistrationRefusal(
                status: 404, code: "invalid_request", subcode: "error_unknown_tenant",
                message: "No organization that registers devices has the domain '\(name.prefix(64))'.")
        }
        return tenant
    }
}
