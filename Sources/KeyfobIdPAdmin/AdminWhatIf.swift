import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// `/_admin/what-if`: the policies' decision about a hypothetical sign-in.
enum AdminWhatIf {
    private static let range: ClosedRange<Int64> = 0...(100 * 365 * 86400)

    private static let request = AdminSchema.object(
        required: [
            "user": .name("The principal name or object id.", "ada@contoso.test"),
            "client": .name("The client.", "aaaaaaaa-0000-4000-8000-000000000001"),
        ],
        optional: [
            "resources": .list("The APIs.", of: .text("An API.", "api://files")),
            "userAction": .choice("The action instead of APIs.", UserAction.allCases.map(\.rawValue)),
            "contexts": .list("The requested authentication contexts.", of: .text("A context.", "c1")),
            "methods": .list("What the user has proved, as in claim amr.", of: .text("A method.", "pwd")),
            "multiFactorAge": .number("The age of the second factor in seconds.", range),
            "age": .number("The age of the sign-in in seconds.", range),
            "deviceId": .text("The registered device that proved its key.", "33333333-0000-4000-8000-000000000001"),
            "isBrokered": .flag("Whether a broker sends the request."),
            "deviceCode": .flag("Whether the user enters a device code."),
            "enrollmentId": .text("The app's enrolment.", "44444444-0000-4000-8000-000000000001"),
            "redirectUri": .text("The redirect URI.", "http://localhost"),
            "platform": .choice("The platform.", DevicePlatform.allCases.map(\.rawValue)),
        ])

    static let operations = [
        AdminOperation(
            .post, "/_admin/what-if", "Evaluates the policies for a hypothetical sign-in.", request: request,
            .json(
                .object(required: [
                    "granted": .flag("Whether the sign-in would succeed."),
                    "missing": .list("The controls that are missing.", of: .text("A control.", "mfa")),
                    "policies": .list("Each policy's decision.", of: AdminTrace.decision),
                ])), evaluate)
    ]

    private static func evaluate(_ context: RequestContext) async throws -> HTTPResponse {
        let body = try DirectoryDocument(context, known: request.memberNames)
        let name = try body.required("user")
        guard let client = context.directory.application(try body.required("client")) else {
            throw DirectoryError.notFound("There is no such client.")
        }
        let resources = try (try body.strings("resources") ?? []).map { name throws(DirectoryError) in
            guard let api = context.directory.api(name) else {
                throw DirectoryError.notFound("There is no API '\(name.prefix(64))'.")
            }
            return api
        }
        let action = try body.string("userAction").map { text throws(DirectoryError) in
            guard let action = UserAction(rawValue: text) else {
                throw DirectoryError.invalid("'userAction' is not known.")
            }
            return action
        }
        var evidence = SignInEvidence(
            methods: Set(try body.strings("methods") ?? ["pwd"]),
            multiFactorAt: try body.integer("multiFactorAge", range).map { context.now - $0 },
            deviceID: try body.string("deviceId"), isBrokered: try body.bool("isBrokered") ?? false)
        if try body.bool("deviceCode") ?? false { evidence.transferMethod = TransferMethod.deviceCodeFlow.rawValue }
        let (authenticatedAt, contexts) = (
            context.now - (try body.integer("age", range) ?? 0), try body.strings("contexts") ?? []
        )
        let (redirectURI, enrollmentID) = (try body.string("redirectUri"), try body.string("enrollmentId"))
        let platform = try body.string("platform").map { text throws(DirectoryError) in
            guard let platform = DevicePlatform(rawValue: text) else {
                throw DirectoryError.invalid("'platform' is not known.")
            }
            return platform
        }
        let proved = evidence
        let findings = try await context.transaction { transaction -> AccessCheck.Findings? in
            guard let user = try UserRules.find(name, in: transaction) else {
                throw DirectoryError.notFound("There is no such user.")
            }
            let question = AccessCheck.Question(
                user: user, client: client, resources: resources, evidence: proved,
                authenticatedAt: authenticatedAt, contexts: contexts, redirectURI: redirectURI,
                enrollmentID: enrollmentID, action: action, platform: platform)
            return try AccessCheck.evaluate(question, context, transaction)
        }
        let decision = findings?.decision
        return .json([
            "granted": .bool(decision?.isGranted ?? true),
            "missing": .strings((decision?.missing ?? []).map(\.rawValue)),
            "policies": .array((decision?.policyDecisions ?? []).map(\.json)),
        ])
    }
}
