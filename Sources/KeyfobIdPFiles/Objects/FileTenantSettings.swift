import KeyfobCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// A tenant's own members in a file.
enum FileTenantSettings {
    /// Changes a tenant as a file says: a member that is missing stays as it is.
    static func apply(_ body: DirectoryDocument, to tenant: inout Tenant, now: Int64) throws(DirectoryError) {
        tenant.displayName = try body.string("displayName") ?? tenant.displayName
        if let domains = try body.strings("domains") {
            guard let first = domains.first, !first.isEmpty else { throw .invalid(member: "domains", "is empty.") }
            for (index, domain) in domains.enumerated() where !isDomain(domain) {
                throw .invalid(member: "domains[\(index)]", "is not the name of a domain.")
            }
            tenant.domains = domains.map { $0.lowercased() }
        }
        if body.members["hosts"] != nil { tenant.hosts = try body.strings("hosts")?.map { $0.lowercased() } }
        if body.members["cloud"] != nil { tenant.cloud = try body.string("cloud") }
        if let flows = try body.objects("userFlows", known: ["id", "purpose"]) {
            var policies: [UserFlow] = []
            for (index, flow) in flows.enumerated() {
                guard let purpose = UserFlow.Purpose(rawValue: try flow.string("purpose") ?? "signIn") else {
                    throw .invalid(member: "userFlows[\(index)].purpose", "is signIn or editProfile.")
                }
                policies.append(UserFlow(id: try flow.required("id"), purpose: purpose))
            }
            tenant.policies = policies.isEmpty ? nil : policies
        }
        tenant.partialConsent = try body.bool("partialConsent") ?? tenant.partialConsent
        tenant.allowsUserConsent = try body.bool("allowsUserConsent") ?? tenant.allowsUserConsent
        tenant.acceptsConsentRequests = try body.bool("acceptsConsentRequests") ?? tenant.acceptsConsentRequests
        if body.members["branding"] != nil {
            tenant.branding =
                if let branding = try body.object("branding", known: ["displayName", "accentColor", "logo"]) {
                    try BrandingJSON.read(branding)
                } else { nil }
        }
        let known: Set<String> = ["federatedIssuers", "certificateAuthentication", "devices"]
        if let trust = try body.object("trust", known: known) { try apply(trust: trust, to: &tenant, now: now) }
    }

    private static func apply(
        trust: DirectoryDocument, to tenant: inout Tenant, now: Int64
    ) throws(DirectoryError) {
        if let issuers = try trust.objects("federatedIssuers", known: ["issuer", "certificates"]) {
            var read: [FederatedIssuer] = []
            for issuer in issuers { read.append(try TenantJSON.issuer(issuer)) }
            tenant.federatedIssuers = read.isEmpty ? nil : read
        }
        if trust.members["certificateAuthentication"] != nil {
            let body = try trust.object("certificateAuthentication", known: CertificateMethodJSON.known)
            tenant.certificates =
                if let body { try CertificateMethodJSON.read(body, now: now) } else { nil }
        }
        guard let devices = try trust.object("devices", known: ["allowsRegistration", "quota", "compliance"]) else {
            return
        }
        tenant.allowsDeviceRegistration = try devices.bool("allowsRegistration") ?? tenant.allowsDeviceRegistration
        tenant.deviceQuota = try devices.integer("quota", 0...1000).map { Int($0) } ?? tenant.deviceQuota
        if devices.members["compliance"] != nil {
            let rule = try devices.object("compliance", known: ["minimumVersions", "isByHand"])
            tenant.compliance = if let rule { try TenantJSON.compliance(rule) } else { nil }
        }
    }

    private static func isDomain(_ text: String) -> Bool {
        text.utf8.count <= 253
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x40 && $0 != 0x2F && $0 != 0x3A }
    }

    /// The members of a tenant that are not the default.
    static func write(_ tenant: Tenant, _ references: References, withSecrets: Bool = false) -> JSONValue {
        var members: [String: JSONValue] = [
            "id": .string(tenant.id), "displayName": .string(tenant.displayName), "domains": .strings(tenant.domains),
        ]
        if tenant.kind != .organization { members["kind"] = .string(tenant.kind.rawValue) }
        members["hosts"] = tenant.hosts.map { .strings($0) }
        members["cloud"] = tenant.cloud.map { .string($0) }
        members["userFlows"] = tenant.policies.map { flows in
            .array(flows.map { ["id": .string($0.id), "purpose": .string($0.purpose.rawValue)] })
        }
        if tenant.partialConsent != (tenant.kind == .organization) {
            members["partialConsent"] = .bool(tenant.partialConsent)
        }
        if tenant.allowsUserConsent == false { members["allowsUserConsent"] = false }
        if tenant.acceptsConsentRequests == true { members["acceptsConsentRequests"] = true }
        members["branding"] = tenant.branding.map(BrandingJSON.write)
        members["createdDateTime"] = tenant.createdAt.map { .string(GraphTime.text($0)) }
        if withSecrets { members["subjectSalt"] = .string(tenant.subjectSalt) }
        members["administrators"] = .strings((tenant.administrators ?? []).map(references.userName))
        members["trust"] = trust(tenant)
        return JSONValue.object(members).plain
    }

    private static func trust(_ tenant: Tenant) -> JSONValue {
        var trust: [String: JSONValue] = [:]
        trust["federatedIssuers"] = TenantJSON.issuers(of: tenant)
        trust["certificateAuthentication"] = tenant.certificates.map { CertificateMethodJSON.write($0) }
        var devices: [String: JSONValue] = [:]
        if tenant.allowsDeviceRegistration == false { devices["allowsRegistration"] = false }
        devices["quota"] = tenant.deviceQuota.map { .integer($0) }
        if let rule = tenant.compliance {
            var compliance: [String: JSONValue] = [:]
            compliance["minimumVersions"] = .object(rule.minimumVersions.mapValues { .string($0) })
            if rule.isByHand { compliance["isByHand"] = true }
            devices["compliance"] = .object(compliance)
        }
        trust["devices"] = .object(devices)
        return .object(trust)
    }
}

extension References {
    /// The principal name of a user; the id of one that does not exist.
    func userName(_ id: String) -> String { user(id)?.userPrincipalName ?? id }
}
