import KeyfobCore
import KeyfobCrypto
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth

/// `/_admin/tenants`
enum AdminTenants {
    static func list(_ context: RequestContext) async throws -> HTTPResponse {
        .json(["value": .array(context.directory.tenants.map(json))])
    }

    static func update(_ context: RequestContext) async throws -> HTTPResponse {
        let body = try AdminBody(
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
            tenant.compliance = try compliance(rule)
        }
        if let branding = try body.object("branding", known: ["displayName", "accentColor", "logo"]) {
            tenant.branding = try AdminBranding.read(branding)
        }
        if let issuers = try body.objects("federatedIssuers", known: ["issuer", "certificates"]) {
            tenant.federatedIssuers = try issuers.map(issuer)
        }
        let names = try body.strings("administrators")
        let changed = tenant
        let updated = try await context.transaction { transaction in
            var tenant = changed
            if let names {
                tenant.administrators = try names.map { name in
                    guard let user = try AdminUsers.find(name, in: transaction), user.tenantID == tenant.id else {
                        throw AdminError.notFound("The tenant has no user '\(name.prefix(113))'.")
                    }
                    return user.objectID
                }
            }
            try transaction.put(tenant)
            return tenant
        }
        return .json(json(updated))
    }

    /// When a managed device is compliant with the tenant: `{"minimumVersions": {"iOS": "17.4"}, "isByHand": false}`.
    private static func compliance(_ body: AdminBody) throws(AdminError) -> ComplianceRule {
        var versions: [String: String] = [:]
        for (system, version) in body.members["minimumVersions"]?.objectValue ?? [:] {
            guard let text = version.stringValue, text.split(separator: ".").allSatisfy({ Int($0) != nil }) else {
                throw .invalid("The version of '\(system.prefix(32))' is not a series of numbers separated by dots.")
            }
            versions[system] = text
        }
        return ComplianceRule(minimumVersions: versions, isByHand: try body.bool("isByHand") ?? false)
    }

    /// An issuer of assertions, with its certificates in base64 of DER, as `X509Certificate` elements have them.
    private static func issuer(_ body: AdminBody) throws(AdminError) -> FederatedIssuer {
        var certificates: [[UInt8]] = []
        for text in try body.strings("certificates") ?? [] {
            guard let der = Base64.decodeLoosely(text), (try? RSAPublicKey(certificate: der)) != nil else {
                throw .invalid("A certificate is not the base64 of an X.509 certificate with an RSA key.")
            }
            certificates.append(der)
        }
        guard !certificates.isEmpty else { throw .invalid("An issuer needs a certificate.") }
        return FederatedIssuer(issuer: try body.required("issuer"), certificates: certificates)
    }

    private static func json(_ tenant: Tenant) -> JSONValue {
        let issuers = (tenant.federatedIssuers ?? []).map { issuer -> JSONValue in
            ["issuer": .string(issuer.issuer), "certificates": .strings(issuer.certificates.map(Base64.encode))]
        }
        var members: [String: JSONValue] = [
            "id": .string(tenant.id), "displayName": .string(tenant.displayName), "domains": .strings(tenant.domains),
            "partialConsent": .bool(tenant.partialConsent), "administrators": .strings(tenant.administrators ?? []),
            "allowsUserConsent": .bool(tenant.allowsUserConsent ?? true),
            "acceptsConsentRequests": .bool(tenant.acceptsConsentRequests ?? false),
            "federatedIssuers": .array(issuers),
            "allowsDeviceRegistration": .bool(tenant.allowsDeviceRegistration ?? true),
            "deviceQuota": .integer(tenant.deviceQuota ?? DeviceRegistrationService.quota),
        ]
        members["branding"] = tenant.branding.map(AdminBranding.write)
        return .object(members)
    }
}
