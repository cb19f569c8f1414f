import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// `/_admin/applications/{appId}/credentials`, `/passwordCredentials`, `/keyCredentials` and
/// `/federatedIdentityCredentials`: the credentials of a confidential client. No response contains a secret but the one
/// to the request that made it.
enum AdminCredentials {
    static func list(_ context: RequestContext) async throws -> HTTPResponse {
        .json(.object(ApplicationJSON.write(try context.registration(context.pathValues["appId"]).credentials)))
    }

    static func addSecret(_ context: RequestContext) async throws -> HTTPResponse {
        let body = try DirectoryDocument(context, known: CredentialReading.secretMembers)
        let (text, record) = try CredentialReading(context).secret(body)
        try await change(context) { $0.secrets.append(record) }
        var members = ApplicationJSON.write(record).objectValue ?? [:]
        members["secretText"] = .string(text)
        return .json(.object(members), status: 201)
    }

    static func addCertificate(_ context: RequestContext) async throws -> HTTPResponse {
        let body = try DirectoryDocument(context, known: CredentialReading.certificateMembers)
        let record = try CredentialReading(context).certificate(body)
        try await change(context) { $0.certificates.append(record) }
        return .json(ApplicationJSON.write(record), status: 201)
    }

    static func addFederated(_ context: RequestContext) async throws -> HTTPResponse {
        let body = try DirectoryDocument(context, known: CredentialReading.federatedMembers)
        let record = try CredentialReading(context).federated(body)
        try await change(context) { $0.federated.append(record) }
        return .json(ApplicationJSON.write(record), status: 201)
    }

    static func remove(_ context: RequestContext) async throws -> HTTPResponse {
        let id = (context.pathValues["id"] ?? "").lowercased()
        try await change(context) { credentials in
            guard credentials.remove(id: id) else { throw DirectoryError.notFound("There is no such credential.") }
        }
        return HTTPResponse(status: 204)
    }

    private static func change(
        _ context: RequestContext, _ change: (inout ApplicationCredentials) throws -> Void
    ) async throws {
        var application = try context.registration(context.pathValues["appId"])
        var credentials = application.credentials ?? ApplicationCredentials()
        try change(&credentials)
        try ApplicationJSON.check(credentials)
        application.credentials = credentials.isEmpty ? nil : credentials
        let changed = application
        try await context.transaction { try $0.put(changed) }
    }
}
