import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth

/// `/_admin/tenants/{id}/certificate-authentication`: a tenant's sign-in by certificate, with the names of Microsoft
/// Graph's `certificateBasedAuthConfiguration` and `x509CertificateAuthenticationMethodConfiguration`.
enum AdminCertificates {
    static func show(_ context: RequestContext) async throws -> HTTPResponse {
        .json(json(try tenant(context).certificates))
    }

    /// Replaces the whole configuration; one without authorities disables the method.
    static func set(_ context: RequestContext) async throws -> HTTPResponse {
        var tenant = try tenant(context)
        let body = try AdminBody(
            context,
            known: ["certificateAuthorities", "certificateUserBindings", "x509CertificateAuthenticationDefaultMode"])
        let authorities = try body.objects(
            "certificateAuthorities", known: ["certificate", "isRootAuthority", "certificateRevocationList"])
        guard let authorities, !authorities.isEmpty else {
            tenant.certificates = nil
            return try await write(tenant, context)
        }
        var method = CertificateMethod(authorities: try authorities.map(authority))
        try check(method, now: context.now)
        if let bindings = try body.objects(
            "certificateUserBindings", known: ["x509CertificateField", "userProperty", "priority"])
        {
            guard !bindings.isEmpty else { throw AdminError.invalid("'certificateUserBindings' is empty.") }
            method.bindings = try bindings.map(binding)
        }
        switch try body.string("x509CertificateAuthenticationDefaultMode") {
        case nil, "x509CertificateSingleFactor": method.isMultiFactor = false
        case "x509CertificateMultiFactor": method.isMultiFactor = true
        default:
            throw AdminError.invalid(
                "'x509CertificateAuthenticationDefaultMode' is x509CertificateSingleFactor or x509CertificateMultiFactor."
            )
        }
        tenant.certificates = method
        return try await write(tenant, context)
    }

    private static func tenant(_ context: RequestContext) throws(AdminError) -> Tenant {
        try context.tenant(named: context.pathValues["id"] ?? "")
    }

    private static func write(_ tenant: Tenant, _ context: RequestContext) async throws -> HTTPResponse {
        try await context.transaction { try $0.put(tenant) }
        return .json(json(tenant.certificates))
    }

    private static func authority(_ body: AdminBody) throws(AdminError) -> CertificateMethod.Authority {
        guard let certificate = Base64.decodeLoosely(try body.required("certificate")) else {
            throw .invalid("'certificate' is not the base64 of a certificate in DER.")
        }
        let list = try body.string("certificateRevocationList")
        let bytes = list.flatMap(Base64.decodeLoosely)
        if list != nil, bytes == nil {
            throw .invalid("'certificateRevocationList' is not the base64 of a list in DER.")
        }
        return CertificateMethod.Authority(
            certificate: certificate, isRoot: try body.bool("isRootAuthority") ?? true, revocationList: bytes)
    }

    /// Refuses authorities that the verifier could not use later.
    private static func check(_ method: CertificateMethod, now: Int64) throws(AdminError) {
        #if Server
        do throws(CryptoError) {
            _ = try UserCertificateVerifier(
                authorities: method.authorities.map {
                    .init(certificate: $0.certificate, isRoot: $0.isRoot, revocationList: $0.revocationList)
                }, now: Date(timeIntervalSince1970: Double(now)))
        } catch {
            throw .invalid(error.message)
        }
        #else
        throw .invalid("This provider was built without X.509: build it with the trait Server.")
        #endif
    }

    private static func binding(_ body: AdminBody) throws(AdminError) -> CertificateBinding {
        guard let field = CertificateBinding.Field(rawValue: try body.required("x509CertificateField")) else {
            throw .invalid("'x509CertificateField' is one of \(CertificateBinding.Field.names).")
        }
        guard let property = CertificateBinding.Property(rawValue: try body.required("userProperty")) else {
            throw .invalid("'userProperty' is one of \(CertificateBinding.Property.names).")
        }
        guard property == .certificateUserIDs || field == .principalName || field == .mailAddress else {
            throw .invalid("'\(field.rawValue)' cannot be a user principal name; compare it with certificateUserIds.")
        }
        return CertificateBinding(field, property, priority: try body.integer("priority", 0...1000) ?? 1)
    }

    private static func json(_ method: CertificateMethod?) -> JSONValue {
        let authorities = (method?.authorities ?? []).map { authority -> JSONValue in
            var members: [String: JSONValue] = [
                "certificate": .string(Base64.encode(authority.certificate)),
                "isRootAuthority": .bool(authority.isRoot),
            ]
            members["certificateRevocationList"] = authority.revocationList.map { .string(Base64.encode($0)) }
            return .object(members)
        }
        let bindings = (method?.bindings ?? []).map { binding -> JSONValue in
            [
                "x509CertificateField": .string(binding.field.rawValue),
                "userProperty": .string(binding.property.rawValue), "priority": .integer(binding.priority),
            ]
        }
        let mode = method?.isMultiFactor == true ? "x509CertificateMultiFactor" : "x509CertificateSingleFactor"
        return [
            "certificateAuthorities": .array(authorities), "certificateUserBindings": .array(bindings),
            "x509CertificateAuthenticationDefaultMode": .string(mode),
        ]
    }
}

extension RawRepresentable where Self: CaseIterable, RawValue == String {
    /// Every name, for the text of an error.
    fileprivate static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
