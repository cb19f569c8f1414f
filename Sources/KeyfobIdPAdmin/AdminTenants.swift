import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// `/_admin/tenants`
enum AdminTenants {
    static func list(_ context: RequestContext) async throws -> HTTPResponse {
        .json(["value": .array(context.directory.tenants.map(TenantJSON.write))])
    }

    static func update(_ context: RequestContext) async throws -> HTTPResponse {
        let body = try DirectoryDocument(
            context,
            known: [
                "partialConsent", "displayName", "administrators", "allowsUserConsent", "acceptsConsentRequests",
                "allowsDeviceRegistration", "deviceQuota",
                "federatedIssuers", "compliance", "branding",
            ])
        var tenant = try context.tenant(named: context.pathValues["id"] ?? "")
        tenant.partialConsent = try body.bool("partialConsent") ?? tenant.partialConsent
        tenant.displayName = try body.string("displayName") ?? tenant.displayName
        tenant.allowsUserConsent = try body.bool("allowsUserConsent") ?? tenant.allowsUserConsent
        tenant.allowsDeviceRegistration =
            try body.bool("allowsDeviceRegistration") ?? tenant.allowsDeviceRegistration
        tenant.deviceQuota = try body.integer("deviceQuota", 0...1000).map { Int($0) } ?? tenant.deviceQuota
        tenant.acceptsConsentRequests = try body.bool("acceptsConsentRequests") ?? tenant.acceptsConsentRequests
        if let rule = try body.object("compliance", known: ["minimumVersions", "isByHand"]) {
            tenant.compliance = try TenantJSON.compliance(rule)
        }
        if let branding = try body.object("branding", known: ["displayName", "accentColor", "logo"]) {
            tenant.branding = try BrandingJSON.read(branding)
        }
        if let issuers = try body.objects("federatedIssuers", known: ["issuer", "certificates"]) {
            tenant.federatedIssuers = try issuers.map(TenantJSON.issuer)
        }
        let names = try body.strings("administrators")
        let changed = tenant
        let updated = try await context.transaction { transaction in
            var tenant = changed
            if let names {
                tenant.administrators = try names.map { name in
                    guard let user = try AdminUsers.find(name, in: transaction), user.tenantID == tenant.id else {
                        throw DirectoryError.notFound("The tenant has no user '\(name.prefix(113))'.")
                    }
                    return user.objectID
                }
            }
            try transaction.put(tenant)
            return tenant
        }
        return .json(TenantJSON.write(updated))
    }
}
