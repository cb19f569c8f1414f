import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// `/_admin/tenants/{id}/certificate-authentication`: a tenant's sign-in by certificate, with the names of Microsoft
/// Graph's `certificateBasedAuthConfiguration` and `x509CertificateAuthenticationMethodConfiguration`.
enum AdminCertificates {
    static func show(_ context: RequestContext) async throws -> HTTPResponse {
        .json(CertificateMethodJSON.write(try tenant(context).certificates))
    }

    /// Replaces the whole configuration; one without authorities disables the method.
    static func set(_ context: RequestContext) async throws -> HTTPResponse {
        var tenant = try tenant(context)
        let body = try DirectoryDocument(context, known: CertificateMethodJSON.known)
        tenant.certificates = try CertificateMethodJSON.read(body, now: context.now)
        return try await write(tenant, context)
    }

    private static func tenant(_ context: RequestContext) throws(DirectoryError) -> Tenant {
        try context.tenant(named: context.pathValues["id"] ?? "")
    }

    private static func write(_ tenant: Tenant, _ context: RequestContext) async throws -> HTTPResponse {
        try await context.transaction { try $0.put(tenant) }
        return .json(CertificateMethodJSON.write(tenant.certificates))
    }
}
