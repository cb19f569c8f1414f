import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// `/_admin/sign-ins?after=SEQ`: the sign-in log, a thousand entries at a time.
enum AdminSignIns {
    static func list(_ context: RequestContext) async throws -> HTTPResponse {
        let query: FormParameters
        do { query = try context.query() } catch { throw DirectoryError.invalid("The query is malformed.") }
        guard let after = Int64(query.nonEmpty("after") ?? "0") else {
            throw DirectoryError.invalid("'after' is not a sequence number.")
        }
        let entries = try await context.transaction { try $0.signIns(after: after, limit: 1000) }
        return .json(["sign_ins": .array(entries.map(json))])
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
