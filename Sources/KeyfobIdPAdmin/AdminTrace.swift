import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// `/_admin/trace?after=SEQ`: the sign-in log with every step of a sign-in, a thousand entries at a time. Microsoft Graph's
/// `auditLogs/signIns` has the sign-ins alone.
enum AdminTrace {
    /// A policy's decision, as the log and `/_admin/what-if` have it.
    static let decision = AdminSchema.object(required: [
        "id": .text("The policy's id.", "11111111-0000-4000-8000-000000000001"),
        "displayName": .text("Its name.", "Require a second factor"),
        "result": .text("As in Microsoft Graph's appliedConditionalAccessPolicy.", "success"),
        "enforcedGrantControls": .list("The controls that it demands.", of: .text("A control.", "mfa")),
        "satisfiedControls": .list("Those that are met.", of: .text("A control.", "mfa")),
        "explanation": .text("Why.", "The user is excluded."),
    ])

    private static let entry = AdminSchema.object(
        required: [
            "seq": .number("The sequence number, counted from 1."), "time": .number("Seconds since 1970."),
            "event": .text("What happened.", "password_accepted"),
            "scopes": .list("The scopes concerned.", of: .text("A scope.", "openid")),
        ],
        optional: [
            "client_id": .text("The client.", "aaaaaaaa-0000-4000-8000-000000000001"),
            "redirect_uri": .text("The redirect URI.", "http://localhost"),
            "user": .text("The principal name.", "ada@contoso.test"),
            "tenant_id": .text("The tenant.", "contoso.test"), "resource": .text("The API.", "api://files"),
            "correlation_id": .text("The request's correlation id.", "11111111-0000-4000-8000-000000000001"),
            "error_code": .number("The number of an AADSTS error."), "detail": .text("Details.", "text message"),
            "applied_policies": .list("The policies' decisions.", of: decision),
            "caller_bundle_id": .text("The bundle id of the broker's caller.", "test.contoso.a"),
            "caller_assurance": .text("How the broker identified it.", "codeSignature"),
            "device_id": .text("The registered device.", "11111111-0000-4000-8000-000000000001"),
        ])

    static let operations = [
        AdminOperation(
            .get, "/_admin/trace", "Reads the sign-in log: requests, prompts, decisions and issued tokens.",
            query: [.init(name: "after", schema: .number("Only later entries.", 0...Int64.max))],
            .json(.object(required: ["entries": .list("In their order.", of: entry)])), list)
    ]

    private static func list(_ context: RequestContext) async throws -> HTTPResponse {
        let query: FormParameters
        do { query = try context.query() } catch { throw DirectoryError.invalid("The query is malformed.") }
        guard let after = Int64(query.nonEmpty("after") ?? "0"), after >= 0 else {
            throw DirectoryError.invalid("'after' is not a sequence number.")
        }
        let entries = try await context.transaction { try $0.signIns(after: after, limit: 1000) }
        return .json(["entries": .array(entries.map(json))])
    }

    private static func json(_ entry: SignInLogEntry) -> JSONValue {
        var members: [String: JSONValue] = [
            "seq": .integer(entry.sequence), "time": .integer(entry.time), "event": .string(entry.event),
            "scopes": .strings(entry.scopes),
        ]
        members["client_id"] = entry.clientID.map { .string($0) }
        members["redirect_uri"] = entry.redirectURI.map { .string($0) }
        members["user"] = entry.user.map { .string($0) }
        members["tenant_id"] = entry.tenantID.map { .string($0) }
        members["resource"] = entry.resource.map { .string($0) }
        members["correlation_id"] = entry.correlationID.map { .string($0) }
        members["error_code"] = entry.errorCode.map { .integer($0) }
        members["detail"] = entry.detail.map { .string($0) }
        members["applied_policies"] = entry.policies.flatMap { try? JSONValue(parsing: $0) }
        members["caller_bundle_id"] = entry.callerBundleID.map { .string($0) }
        members["caller_assurance"] = entry.callerAssurance.map { .string($0) }
        members["device_id"] = entry.deviceID.map { .string($0) }
        return .object(members)
    }
}
