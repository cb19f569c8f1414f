public import KeyfobCore
import KeyfobOAuth

extension AdminClient {
    /// Adds a Conditional Access policy.
    ///
    /// - Parameters:
    /// - policy: Microsoft Graph's `conditionalAccessPolicy`.
    /// - tenant: The tenant's id or domain; nil is the first one, Contoso.
    /// - Returns: The policy's id.
    @discardableResult
    public func put(policy: JSONValue, tenant: String? = nil) async throws -> String {
        try await graph(.post, "identity/conditionalAccess/policies", policy, tenant: tenant)["id"]?.stringValue ?? ""
    }

    /// Adds a policy for all users at every API.
    ///
    /// - Parameters:
    /// - controls: `mfa`, `block`, `compliantDevice` and so on.
    /// - isAny: Whether one of them is enough.
    /// - state: `enabled`, `disabled` or `enabledForReportingButNotEnforced`.
    /// - Returns: The policy's id.
    @discardableResult
    public func require(_ controls: String..., isAny: Bool = false, state: String = "enabled") async throws -> String {
        try await put(policy: [
            "displayName": .string("Require \(controls.joined(separator: ", "))"), "state": .string(state),
            "conditions": ["users": ["includeUsers": ["All"]], "applications": ["includeApplications": ["All"]]],
            "grantControls": ["operator": isAny ? "OR" : "AND", "builtInControls": .strings(controls)],
        ])
    }

    /// Removes a policy.
    public func removePolicy(_ id: String) async throws {
        try await graph(.delete, "identity/conditionalAccess/policies/\(id)")
    }

    /// Registers second factors of a user.
    ///
    /// - Parameters:
    /// - user: A name or an object id.
    /// - authenticatorKey: An authenticator app's key in base32; nil leaves it unchanged.
    /// - phoneNumber: The number for codes by text message; nil leaves it unchanged.
    public func setFactors(
        of user: String, authenticatorKey: Secret<String>? = nil, phoneNumber: String? = nil
    ) async throws {
        if let authenticatorKey {
            let body: JSONValue = ["key": .string(authenticatorKey.reveal())]
            try await call(.put, "/_admin/users/\(user)/authenticator", body)
        }
        if let phoneNumber {
            try await graph(
                .post, "users/\(user)/authentication/phoneMethods",
                ["phoneNumber": .string(phoneNumber), "phoneType": "mobile"])
        }
    }

    /// The code that was texted last, read from the sign-in log; nil if there was none.
    public func lastTextedCode() async throws -> String? {
        let texts = try await signIns().filter { $0["event"]?.stringValue == "code_texted" }
        let words = texts.last?["detail"]?.stringValue?.split(separator: " ") ?? []
        return words.first { $0.count == 6 && $0.allSatisfy(\.isNumber) }.map(String.init)
    }
}
