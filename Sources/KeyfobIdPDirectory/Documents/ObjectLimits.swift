import Foundation
package import KeyfobConditionalAccess
import KeyfobCore
package import KeyfobIdPModel

/// The limits of a stored object of the directory, whatever writes it: Microsoft Graph, the portal, a file or a restore.
///
/// Every node has the directory in memory, and reads all of it after a change, so that one object without a limit makes
/// each request of every tenant slow. The numbers are Entra ID's, where it publishes them.
package enum ObjectLimits {
    /// The bytes of an object.
    package static let mostBytes = 256 << 10
    /// The bytes of a group or a tenant, which contain a list of members.
    package static let mostBytesWithMembers = 4 << 20
    /// The objects of a tenant, deleted ones included.
    package static let mostObjects = 300_000
    /// The objects of a tenant that are in memory: applications, their settings, and groups.
    package static let mostInMemory = 50_000
    /// The policies of a tenant.
    package static let mostPolicies = 195
    /// The named locations of a tenant.
    package static let mostLocations = 195
    /// The ranges of a named location.
    package static let mostRanges = 2000
    /// The domains of a tenant.
    package static let mostDomains = 5000
    /// The owners of an application, its object in a tenant, or a group.
    package static let mostOwners = 100
    /// The credentials of one kind of a registration.
    package static let mostCredentials = 20
    /// The entries of all lists of a registration.
    package static let mostEntries = 1200
    /// The APIs whose permissions a registration declares.
    private static let mostAPIs = 50
    /// The names of a user's certificates.
    private static let mostCertificateIDs = 10

    /// Checks a registration.
    ///
    /// - Throws: ``DirectoryError`` with the member at fault.
    package static func check(_ application: Application) throws(DirectoryError) {
        try text(application.displayName, "displayName", 256)
        try owners(application.owners ?? [])
        if let credentials = application.credentials {
            try check(credentials)
            for credential in credentials.federated {
                try text(credential.name, "federatedIdentityCredentials.name", 600)
                try text(credential.issuer, "federatedIdentityCredentials.issuer", 600)
            }
        }
        try count(application.requiredResourceAccess.count, "requiredResourceAccess", mostAPIs)
        let permissions = application.requiredResourceAccess.reduce(0) { sum, api in
            sum + api.scopeIDs.count + (api.roleIDs?.count ?? 0)
        }
        let clients = application.preAuthorizedApplications ?? []
        let lists = [
            application.redirectURIs.all.count, application.identifierURIs.count, application.scopes.count,
            application.appRoles?.count ?? 0, permissions, application.knownClientApplications?.count ?? 0,
            clients.reduce(0) { $0 + 1 + $1.permissionIDs.count },
            (application.optionalClaims?.idToken.count ?? 0) + (application.optionalClaims?.accessToken.count ?? 0),
        ]
        guard lists.reduce(0, +) <= mostEntries else {
            throw .invalid("The lists of an application have at most \(mostEntries) entries together.")
        }
        try checkTexts(of: application)
        try FreeMembers.check(application.furtherMembers)
        try bytes(of: application, mostBytes, "An application")
    }

    private static func checkTexts(of application: Application) throws(DirectoryError) {
        for uri in application.identifierURIs { try text(uri, "identifierUris", 255) }
        for scope in application.scopes {
            for value in [scope.id, scope.value, scope.displayName, scope.administratorName] {
                try text(value, "api.oauth2PermissionScopes", 256)
            }
            for value in [scope.description, scope.administratorDescription] {
                try text(value, "api.oauth2PermissionScopes", 1024)
            }
        }
        for role in application.appRoles ?? [] {
            for value in [role.id, role.value, role.displayName] { try text(value, "appRoles", 256) }
            try text(role.description, "appRoles", 1024)
        }
        for api in application.requiredResourceAccess {
            for id in [api.resourceAppID] + api.scopeIDs + (api.roleIDs ?? []) {
                try text(id, "requiredResourceAccess", 256)
            }
        }
        for client in application.preAuthorizedApplications ?? [] {
            for id in [client.appID] + client.permissionIDs { try text(id, "api.preAuthorizedApplications", 256) }
        }
        for id in application.knownClientApplications ?? [] { try text(id, "api.knownClientApplications", 256) }
        let claims = application.optionalClaims
        for name in (claims?.idToken ?? []) + (claims?.accessToken ?? []) { try text(name, "optionalClaims", 256) }
    }

    /// Checks that the credentials of a registration are not too many, and that each has its own id.
    ///
    /// - Throws: ``DirectoryError``
    package static func check(_ credentials: ApplicationCredentials) throws(DirectoryError) {
        let counts = [credentials.secrets.count, credentials.certificates.count, credentials.federated.count]
        guard counts.allSatisfy({ $0 <= mostCredentials }) else {
            throw .invalid("An application has at most \(mostCredentials) credentials of each kind.")
        }
        let ids =
            credentials.secrets.map(\.keyID) + credentials.certificates.map(\.keyID) + credentials.federated.map(\.id)
        guard Set(ids).count == ids.count else { throw .conflict("Two credentials have the same id.") }
    }

    /// Checks a user.
    ///
    /// - Throws: ``DirectoryError`` with the member at fault.
    package static func check(_ user: User) throws(DirectoryError) {
        try text(user.displayName, "displayName", 256)
        try text(user.givenName, "givenName", 64)
        try text(user.familyName, "surname", 64)
        try text(user.mail, "mail", 256)
        let ids = user.certificateUserIDs ?? []
        try count(ids.count, "certificateUserIds", mostCertificateIDs)
        for id in ids { try text(id, "certificateUserIds", 1024) }
        try FreeMembers.check(user.furtherMembers)
        try bytes(of: user, mostBytes, "A user")
    }

    /// Checks a group.
    ///
    /// - Throws: ``DirectoryError`` with the member at fault.
    package static func check(_ group: UserGroup) throws(DirectoryError) {
        try text(group.displayName, "displayName", 256)
        try owners(Array(group.owners))
        try FreeMembers.check(group.furtherMembers)
        try bytes(group.json.text(), mostBytesWithMembers, "A group")
    }

    /// Checks what a tenant's administrators have set for an application.
    ///
    /// - Throws: ``DirectoryError`` with the member at fault.
    package static func check(_ settings: ServicePrincipalSettings) throws(DirectoryError) {
        try owners(settings.owners)
        try FreeMembers.check(settings.furtherMembers)
        try bytes(of: settings, mostBytes, "A service principal")
    }

    /// Checks a policy.
    ///
    /// - Throws: ``DirectoryError``
    package static func check(_ policy: ConditionalAccessPolicy) throws(DirectoryError) {
        try text(policy.displayName, "displayName", 256)
        try bytes(JSONValue.object(policy.document).text(), mostBytes, "A policy")
    }

    /// Checks a named location.
    ///
    /// - Throws: ``DirectoryError``
    package static func check(_ location: NamedLocation) throws(DirectoryError) {
        try text(location.displayName, "displayName", 256)
        try count(location.ranges.count, "ipRanges", mostRanges)
        try bytes(JSONValue.object(location.document).text(), mostBytes, "A named location")
    }

    /// Checks a tenant.
    ///
    /// - Throws: ``DirectoryError``
    package static func check(_ tenant: Tenant) throws(DirectoryError) {
        try text(tenant.displayName, "displayName", 256)
        try count(tenant.domains.count, "domains", mostDomains)
        try bytes(of: tenant, mostBytesWithMembers, "A tenant")
    }

    /// Checks a device.
    ///
    /// - Throws: ``DirectoryError``
    package static func check(_ device: RegisteredDevice) throws(DirectoryError) {
        try text(device.displayName, "displayName", 256)
    }

    /// Checks that a tenant has room for its objects.
    ///
    /// - Parameters:
    ///   - inMemory: its applications, their settings, and its groups.
    ///   - others: its users, and its deleted objects.
    /// - Throws: ``DirectoryError`` 403
    package static func checkRoom(inMemory: Int, others: Int) throws(DirectoryError) {
        guard inMemory <= mostInMemory, inMemory + others <= mostObjects else {
            throw full(
                "A directory has at most \(mostObjects) objects, deleted ones included, and \(mostInMemory) "
                    + "applications, service principals and groups. Remove some for good.")
        }
    }

    /// Checks the number of a tenant's policies and named locations.
    ///
    /// - Throws: ``DirectoryError`` 403
    package static func checkRoom(policies: Int, locations: Int) throws(DirectoryError) {
        guard policies <= mostPolicies, locations <= mostLocations else {
            throw full("A directory has at most \(mostPolicies) policies and \(mostLocations) named locations.")
        }
    }

    private static func full(_ message: String) -> DirectoryError {
        DirectoryError(status: 403, code: "quota_exceeded", message: message)
    }

    private static func owners(_ ids: [String]) throws(DirectoryError) { try count(ids.count, "owners", mostOwners) }

    private static func count(_ count: Int, _ member: String, _ most: Int) throws(DirectoryError) {
        guard count <= most else { throw .invalid(member: member, "has more than \(most) elements.") }
    }

    private static func text(_ text: String?, _ member: String, _ most: Int) throws(DirectoryError) {
        guard text.map({ FreeMembers.isLong($0, most) }) != true else {
            throw .invalid(member: member, "has more than \(most) characters.")
        }
    }

    private static func bytes(of object: some Encodable, _ most: Int, _ kind: String) throws(DirectoryError) {
        guard let count = try? JSONEncoder().encode(object).count, count <= most else { throw large(most, kind) }
    }

    private static func bytes(_ document: String, _ most: Int, _ kind: String) throws(DirectoryError) {
        guard document.utf8.count <= most else { throw large(most, kind) }
    }

    private static func large(_ most: Int, _ kind: String) -> DirectoryError {
        .invalid("\(kind) has at most \(most >> 10) KiB. Remove what is not needed.")
    }
}
