public import KeyfobCore
import KeyfobOAuth

extension AdminClient {
    /// Lays down a policy of Conditional Access.
    ///
    /// - Parameters:
    ///   - policy: Microsoft Graph's `conditionalAccessPolicy`.
    ///   - tenant: the tenant's id or domain; nil is the first one, Contoso.
    /// - Returns: the policy's id.
    @discardableResult
    public func put(policy: JSONValue, tenant: String? = nil) async throws -> String {
        let query = tenant.map { "tenant=\($0)" }
        return try await call(.post, "/_admin/policies", policy, query: query)["id"]?.stringValue ?? ""
    }

    /// Lays down a policy for everybody at every API.
    ///
    /// - Parameters:
    ///   - controls: `mfa`, `block`, `compliantDevice` and so on.
    ///   - isAny: whether one of them is enough.
    ///   - state: `enabled`, `disabled` or `enabledForReportingButNotEnforced`.
    /// - Returns: the policy's id.
    @discardableResult
    public func require(_ controls: String..., isAny: Bool = false, state: String = "enabled") async throws -> String {
        try await put(policy: [
            "displayName": .string("Require \(controls.joined(separator: ", "))"), "state": .string(state),
            "conditions": ["users": ["includeUsers": ["All"]], "applications": ["includeApplications": ["All"]]],
            "grantControls": ["operator": isAny ? "OR" : "AND", "builtInControls": .strings(controls)],
        ])
    }

    /// Removes a policy.
    public func removePolicy(_ id: String) async throws { _ = try await call(.delete, "/_admin/policies/\(id)") }

    /// Registers second factors of a user.
    ///
    /// - Parameters:
    ///   - user: a name or an object id.
    ///   - authenticatorKey: an authenticator app's key in base32; nil leaves it as it is.
    ///   - phoneNumber: the number to which codes are texted; nil leaves it as it is.
    public func setFactors(
        of user: String, authenticatorKey: Secret<String>? = nil, phoneNumber: String? = nil
    ) async throws {
        var body: [String: JSONValue] = [:]
        body["authenticatorKey"] = authenticatorKey.map { .string($0.reveal()) }
        body["phoneNumber"] = phoneNumber.map { .string($0) }
        _ = try await call(.patch, "/_admin/users/\(user)/factors", .object(body))
    }

    /// The code that was texted last: the sign-in log is the phone. nil if none was.
    public func lastTextedCode() async throws -> String? {
        let texts = try await signIns().filter { $0["event"]?.stringValue == "code_texted" }
        let words = texts.last?["detail"]?.stringValue?.split(separator: " ") ?? []
        return words.first { $0.count == 6 && $0.allSatisfy(\.isNumber) }.map(String.init)
    }
}
