import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// `/_admin/app-enrollments`: enrolments of apps with the app-protection service.
enum AdminEnrollments {
    static func list(_ context: RequestContext) async throws -> HTTPResponse {
        let tenant = try AdminPolicies.tenant(context)
        let all = try await context.transaction { try $0.appEnrollments(tenantID: tenant.id) }
        return .json(["value": .array(all.map(json))])
    }

    /// Sets an enrolment's `state`: `active`, `blocked` or `wiped`.
    static func update(_ context: RequestContext) async throws -> HTTPResponse {
        let text = try DirectoryDocument(context, known: ["state"]).required("state")
        guard let state = AppEnrollment.State(rawValue: text) else {
            throw DirectoryError.invalid("'state' is active, blocked or wiped.")
        }
        let id = context.pathValues["id"]?.lowercased() ?? ""
        let changed = try await context.transaction { transaction -> AppEnrollment in
            guard var enrollment = try transaction.appEnrollment(id: id) else {
                throw DirectoryError.notFound("There is no such enrolment.")
            }
            enrollment.state = state
            try transaction.put(enrollment)
            return enrollment
        }
        return .json(json(changed))
    }

    static func json(_ enrollment: AppEnrollment) -> JSONValue {
        var members: [String: JSONValue] = [
            "id": .string(enrollment.id), "userId": .string(enrollment.userID),
            "appId": .string(enrollment.clientID), "state": .string(enrollment.state.rawValue),
            "enrolledAt": .integer(enrollment.enrolledAt),
        ]
        members["bundleId"] = enrollment.bundleID.map { .string($0) }
        members["deviceId"] = enrollment.deviceID.map { .string($0) }
        return .object(members)
    }
}
