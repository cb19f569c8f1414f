import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// A request of an administrator with a session.
struct PortalRequest: Sendable {
    /// A form that was refused, which its page shows again.
    struct Refused: Sendable {
        /// The name of the form on its page.
        let form: String
        /// What is wrong.
        let error: DirectoryError
    }

    let context: RequestContext
    let session: PortalSession
    /// The form in the body; empty for GET.
    var form: FormParameters
    /// The query of the address.
    let query: FormParameters
    /// The form that is shown again with its error.
    var refused: Refused?
    /// The name of the form that is shown again with what was typed.
    var kept: String?

    var tenant: Tenant { session.tenant }
    /// A value of the address.
    func path(_ name: String) -> String { context.pathValues[name] ?? "" }
    /// The id in the address, in lower case.
    var id: String { path("id").lowercased() }
    /// The action in the address.
    var action: String { path("action") }

    /// Whether the user has a right.
    func may(_ right: DirectoryRight) -> Bool { session.rights.contains(right) }

    /// Requires a right.
    ///
    /// - Throws: ``DirectoryError`` 403 that names it.
    func require(_ right: DirectoryRight) throws(DirectoryError) {
        guard may(right) else { throw .forbidden(right) }
    }

    /// Requires the rights to grant an application the permissions of an API.
    ///
    /// - Throws: ``DirectoryError`` 403
    func requirePermissions(of api: Application) throws(DirectoryError) {
        guard GrantRules.mayGrantPermissions(of: api, session.rights) else { throw .forbidden(.writeRoles) }
    }

    /// A field of the form without the spaces around it; nil if it is empty.
    func text(_ name: String) -> String? {
        let trimmed = (form[name] ?? "").trimmed
        return trimmed.isEmpty ? nil : trimmed
    }

    /// A field that has to be filled.
    func required(_ name: String, _ label: String, atMost count: Int = 256) throws(DirectoryError) -> String {
        guard let text = text(name) else { throw .field(name, "\(label) is missing.") }
        guard text.utf8.count <= count else { throw .field(name, "\(label) is longer than \(count) characters.") }
        return text
    }

    /// Whether a box is ticked.
    func isTicked(_ name: String) -> Bool { form[name] != nil }

    /// The lines of a field.
    func lines(_ name: String) -> [String] {
        (form[name] ?? "").split(whereSeparator: \.isNewline).map { String($0).trimmed }.filter { !$0.isEmpty }
    }

    /// Runs the action of a form, and leads to a page; a refused one is shown again with its error.
    func acting(
        _ name: String, showing page: (PortalRequest) async throws -> HTTPResponse,
        _ body: () async throws -> String
    ) async throws -> HTTPResponse {
        do {
            return .seeOther(try await body())
        } catch let error as DirectoryError where error.status != 403 {
            return try await page(refusing(name, error))
        }
    }

    /// The request with a refused form.
    func refusing(_ name: String, _ error: DirectoryError) -> PortalRequest {
        var copy = self
        copy.refused = Refused(form: name, error: error)
        copy.kept = name
        return copy
    }

    /// Reads from the store. Unlike the context's transactions it sees what this request has changed before.
    func read<R: Sendable>(_ body: @escaping @Sendable (any IdPTransaction) throws -> R) async throws -> R {
        try await context.services.store.transaction(body)
    }

    /// Runs changes of the tenant's directory in one transaction.
    func edit<R: Sendable>(_ body: @escaping @Sendable (DirectoryEditor) throws -> R) async throws -> R {
        let (tenant, context) = (tenant, context)
        return try await context.transaction { try body(DirectoryEditor(tenant, context, $0)) }
    }
}

extension DirectoryError {
    /// The user lacks a right.
    static func forbidden(_ right: DirectoryRight) -> DirectoryError {
        let roles = DirectoryRole.all.filter { $0.rights.contains(right) }.map(\.displayName)
        return DirectoryError(
            status: 403, code: "forbidden",
            message: "Your roles do not permit this. One of these roles is needed: \(roles.joined(separator: ", ")).")
    }

    /// What a field contains is wrong.
    static func field(_ name: String, _ message: String) -> DirectoryError {
        DirectoryError(status: 400, code: "invalid_request", message: message, member: name)
    }
}

extension String {
    /// The text without spaces and line ends around it.
    var trimmed: String {
        let start = drop { $0.isWhitespace }
        return String(String(start.reversed()).drop { $0.isWhitespace }.reversed())
    }
}
