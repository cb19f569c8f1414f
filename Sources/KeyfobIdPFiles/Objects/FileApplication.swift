import KeyfobCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobJOSE

/// An application in a file: Microsoft Graph's `application` as the directory reads it, its owners, and what an API
/// requires besides permissions (`stepUp`).
enum FileApplication {
    /// Members that files have besides.
    static let own: Set<String> = ["owners", "stepUp"]
    /// Members of an export that describe what is not here.
    static let ignored: Set<String> = [
        "orgRestrictions", "extensionProperties", "isAuthorizationServiceEnabled", "isManagementRestricted",
        "createdOnBehalfOf", "homeRealmDiscoveryPolicies", "tokenIssuancePolicies", "tokenLifetimePolicies",
        "synchronization", "logo", "onPremisesPublishing", "windows", "createdByAppId",
    ]

    /// An application as a file has it.
    static func write(_ application: Application, withSecrets: Bool, owners: [String]) -> JSONValue {
        var members = ApplicationJSON.write(application).objectValue ?? [:]
        if members["isEnabled"] == true { members["isEnabled"] = nil }
        var api = members["api"]?.objectValue ?? [:]
        // Without a version it is 1, and a registration without `api` has 2.
        if api["requestedAccessTokenVersion"] == .null { api["requestedAccessTokenVersion"] = 1 }
        let scopes = api["oauth2PermissionScopes"]?.arrayValue ?? []
        api["oauth2PermissionScopes"] = .array(scopes.map(scope))
        let isPlainAPI = JSONValue.object(api).plain == ["requestedAccessTokenVersion": 2]
        members["api"] = isPlainAPI ? nil : .object(api)
        members["appRoles"] = members["appRoles"].map { .array(($0.arrayValue ?? []).map(enabled)) }
        if let saml = application.saml, !saml.requiresSignedRequests, saml.signing == .assertion {
            members["saml"] = members["saml"]?.with(["isSignedRequestRequired": nil, "signingOption": nil])
        }
        let secrets = application.credentials?.secrets ?? []
        members["passwordCredentials"] =
            withSecrets && !secrets.isEmpty ? .array(secrets.map(FileSecret.write)) : nil
        let certificates = application.credentials?.certificates ?? []
        members["keyCredentials"] =
            certificates.isEmpty
            ? nil
            : .array(
                certificates.map { certificate in
                    var entry: [String: JSONValue] = [
                        "keyId": .string(certificate.keyID), "key": .string(Base64.encode(certificate.der)),
                    ]
                    entry["displayName"] = certificate.displayName.map { .string($0) }
                    return .object(entry)
                })
        members["owners"] = owners.isEmpty ? nil : .strings(owners)
        let contexts = application.resourcePolicy?.contexts ?? [:]
        members["stepUp"] = contexts.isEmpty ? nil : .object(contexts.mapValues { .string($0) })
        return JSONValue.object(members).plain
    }

    private static func enabled(_ json: JSONValue) -> JSONValue {
        json["isEnabled"] == true ? json.with(["isEnabled": nil]) : json
    }

    private static func scope(_ json: JSONValue) -> JSONValue {
        var out = enabled(json)
        for name in ["DisplayName", "Description"] where out["adminConsent\(name)"] == out["userConsent\(name)"] {
            out = out.with(["adminConsent\(name)": nil])
        }
        return out
    }

    /// `stepUp`: the authentication context (`c1` to `c99`) that an operation of the API requires.
    static func stepUp(_ body: DirectoryDocument) throws(DirectoryError) -> [String: String]? {
        let operations = ResourcePolicy.Operation.allCases.map(\.rawValue)
        guard body.members["stepUp"] != nil else { return nil }
        guard let object = try body.object("stepUp", known: Set(operations)) else { return [:] }
        var contexts: [String: String] = [:]
        for operation in operations {
            guard let context = try object.string(operation) else { continue }
            guard context.first == "c", let number = Int(context.dropFirst()), (1...99).contains(number),
                context == "c\(number)"
            else { throw .invalid(member: "stepUp.\(operation)", "is none of c1 to c99.") }
            contexts[operation] = context
        }
        return contexts
    }
}
