import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// An administrator's consent to all that a registration declares, for all users of the tenant.
enum ApplicationConsent {
    static func grant(_ request: PortalRequest) async throws -> HTTPResponse {
        try request.require(.writeGrants)
        let application = try ApplicationLookup.registration(request)
        let directory = request.context.directory
        let (tenant, clientID) = (request.tenant, application.appID)
        for required in application.requiredResourceAccess where required.roleIDs?.isEmpty == false {
            guard let api = directory.application(required.resourceAppID, offeredTo: request.tenant) else { continue }
            try request.requirePermissions(of: api)
        }
        try await request.context.transaction { transaction in
            for required in application.requiredResourceAccess {
                guard let api = directory.application(required.resourceAppID, offeredTo: tenant) else { continue }
                let scopes = api.scopes.filter { $0.isEnabled && required.scopeIDs.contains($0.id) }.map(\.value)
                let roles = (api.appRoles ?? []).filter {
                    $0.isEnabled && $0.isForApplications && required.roleIDs?.contains($0.id) == true
                }.map(\.value)
                for (owner, names) in [(Consent.everyone, scopes), (Consent.application, roles)] where !names.isEmpty {
                    let known = try transaction.consents(tenantID: tenant.id, userID: owner, clientID: clientID)
                        .first { $0.resourceID == api.appID }
                    let old = known?.scopes ?? []
                    try transaction.put(
                        Consent(
                            tenantID: tenant.id, userID: owner, clientID: clientID, resourceID: api.appID,
                            scopes: old + names.filter { !old.contains($0) },
                            refused: (known?.refused ?? []).filter { !names.contains($0) }))
                }
            }
        }
        return .seeOther("\(ApplicationPages.address(application))?done=granted")
    }
}
