import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// `/_admin/app-enrollments`: enrolments of apps with the app-protection service.
enum AdminEnrollments {
    private static let response = AdminSchema.object(
        required: [
            "id": .text("The enrolment's id.", "11111111-0000-4000-8000-000000000001"),
            "userId": .text("The user's object id.", "22222222-0000-4000-8000-000000000001"),
            "appId": .text("The client.", "aaaaaaaa-0000-4000-8000-000000000001"),
            "state": .choice("Its state.", ["active", "blocked", "wiped"]),
            "enrolledAt": .number("Seconds since 1970."),
        ],
        optional: [
            "bundleId": .text("The app's bundle id.", "test.contoso.a"),
            "deviceId": .text("The device.", "33333333-0000-4000-8000-000000000001"),
        ])

    private static let request = AdminSchema.object(required: [
        "state": .choice("The new state.", ["active", "blocked", "wiped"])
    ])

    static let operations = [
        AdminOperation(
            .get, "/_admin/app-enrollments", "Lists a tenant's enrolments of apps with the app-protection service.",
            query: [
                .init(name: "tenant", schema: .text("The id or domain; the first one by default.", "contoso.test"))
            ],
            .json(.object(required: ["value": .list("The enrolments.", of: response)])), list),
        AdminOperation(
            .patch, "/_admin/app-enrollments/{id}", "Changes the state of an enrolment.", request: request,
            .json(response), update),
    ]

    private static func list(_ context: RequestContext) async throws -> HTTPResponse {
        let query: FormParameters
        do { query = try context.query() } catch { throw DirectoryError.invalid("The query is malformed.") }
        let tenant = try context.tenant(named: query.nonEmpty("tenant"))
        let all = try await context.transaction { try $0.appEnrollments(tenantID: tenant.id) }
        return .json(["value": .array(all.map(json))])
    }

    /// Sets an enrolment's `state`: `active`, `blocked` or `wiped`.
    private static func update(_ context: RequestContext) async throws -> HTTPResponse {
        let text = try DirectoryDocument(context, known: request.memberNames).required("state")
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

    private static func json(_ enrollment: AppEnrollment) -> JSONValue {
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
