import Foundation
package import KeyfobCore
import KeyfobCrypto
import KeyfobIdPCore
package import KeyfobIdPModel
import KeyfobJOSE

/// A tenant's sign-in by certificate, with the names of Microsoft Graph's `certificateBasedAuthConfiguration` and
/// `x509CertificateAuthenticationMethodConfiguration`.
package enum CertificateMethodJSON {
    /// The members of a configuration.
    package static let known: Set<String> = [
        "certificateAuthorities", "certificateUserBindings", "x509CertificateAuthenticationDefaultMode",
    ]

    /// Reads a configuration; one without authorities disables the method.
    ///
    /// - Parameter now: the time (Unix seconds) at which the authorities have to be valid.
    package static func read(_ body: DirectoryDocument, now: Int64) throws(DirectoryError) -> CertificateMethod? {
        let entries = try body.objects(
            "certificateAuthorities", known: ["certificate", "isRootAuthority", "certificateRevocationList"])
        guard let entries, !entries.isEmpty else { return nil }
        var authorities: [CertificateMethod.Authority] = []
        for entry in entries { authorities.append(try authority(entry)) }
        var method = CertificateMethod(authorities: authorities)
        try check(method, now: now)
        if let entries = try body.objects(
            "certificateUserBindings", known: ["x509CertificateField", "userProperty", "priority"])
        {
            guard !entries.isEmpty else { throw .invalid(member: "certificateUserBindings", "is empty.") }
            method.bindings = []
            for entry in entries { method.bindings.append(try binding(entry)) }
        }
        switch try body.string("x509CertificateAuthenticationDefaultMode") {
        case nil, "x509CertificateSingleFactor": method.isMultiFactor = false
        case "x509CertificateMultiFactor": method.isMultiFactor = true
        default:
            throw .invalid(
                "'x509CertificateAuthenticationDefaultMode' is x509CertificateSingleFactor or x509CertificateMultiFactor."
            )
        }
        return method
    }

    private static func authority(_ body: DirectoryDocument) throws(DirectoryError) -> CertificateMethod.Authority {
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
    private static func check(_ method: CertificateMethod, now: Int64) throws(DirectoryError) {
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

    private static func binding(_ body: DirectoryDocument) throws(DirectoryError) -> CertificateBinding {
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

    /// A configuration as JSON; nil is one without authorities.
    package static func write(_ method: CertificateMethod?) -> JSONValue {
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
