import KeyfobCore
import KeyfobCrypto
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPFiles
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobYAML

/// The directory of the tenant as a file: its export, the plan of a file, and its changes. For Global Administrators only,
/// because a file can change everything.
enum FilesPages {
    static func show(_ request: PortalRequest) async throws -> HTTPResponse {
        try check(request)
        let limit = String(DirectoryText.mostBytes)
        return PortalPage(
            id: "files", title: "The directory as a file", section: .files,
            content: """
                <h2>Export</h2>
                <p>A file in YAML with the users, groups, applications, policies and settings of \
                \(request.tenant.displayName). Applied again it changes nothing.</p>
                \(request.form("export", to: "/portal/files/export", label: "Export", [
                    request.box(
                        "export", "withSecrets",
                        "With hashes of passwords and secrets, and keys of second factors; keep it as you keep passwords",
                        false),
                ]))<h2>Apply</h2>
                <p>The directory becomes as a file in YAML or JSON says. First you see the plan; nothing is changed before \
                you confirm it. What the file does not mention stays as it is. A file here describes this directory only.</p>
                \(request.form("plan", to: "/portal/files/plan", label: "Show the plan", isUpload: true, [
                    request.lines(
                        "plan", "text", "Text of the file", "",
                        hint: "At most \(limit) bytes. For a larger file use 'keyfob idp apply FILE' where the provider runs.",
                        look: "code tall"),
                    request.file("plan", "file", "Or choose a file"),
                    request.box("plan", "prune", "Also remove what the file does not name", false),
                    """
                    <p class="hint">Of the kinds that it mentions: with <code>groups: []</code> every group. Removed users, \
                    groups and applications can be restored for 30 days.</p>

                    """,
                ]))
                """
        ).response(request)
    }

    /// Writes the tenant as a file. It is a form, so that no link of another site can fetch it.
    static func export(_ request: PortalRequest, platform: [Application]) async throws -> HTTPResponse {
        try check(request)
        let text = try await DirectoryFiles.export(
            request.context.services.store, tenant: request.tenant.id, withSecrets: request.isTicked("withSecrets"),
            platform: platform, isForTenant: true)
        let name = (request.tenant.domains.first ?? request.tenant.id).lowercased().filter {
            ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "." || $0 == "-"
        }
        return HTTPResponse(
            status: 200,
            fields: [
                // RFC 9512
                "Content-Type": "application/yaml", "Content-Disposition": "attachment; filename=\"\(name).yaml\"",
                "Cache-Control": "no-store",
            ], body: Array(text.utf8))
    }

    /// Shows what a file changes.
    static func plan(_ request: PortalRequest, platform: [Application]) async throws -> HTTPResponse {
        try check(request)
        return try await reading(request) { file in
            FilePlanView(
                file: file, plan: try await file.apply(request, isDryRun: true, platform: platform), request: request
            ).response()
        }
    }

    /// Makes the changes, if they are those of the plan that was shown.
    static func apply(_ request: PortalRequest, platform: [Application]) async throws -> HTTPResponse {
        try check(request)
        return try await reading(request) { file in
            guard ConstantTime.equal(request.form["seal"] ?? "", file.seal(request)) else {
                let plan = try await file.apply(request, isDryRun: true, platform: platform)
                return FilePlanView(file: file, plan: plan, request: request).response(
                    refused: "This is not the file whose plan you have seen.")
            }
            do {
                _ = try await file.apply(
                    request, isDryRun: false, seenPlan: request.form["plan"] ?? "", platform: platform)
            } catch let change as PlanHasChanged {
                return FilePlanView(file: file, plan: change.plan, request: request).response(
                    refused: "The directory has changed since you saw the plan.")
            }
            return .seeOther("/portal/files?done=applied")
        }
    }

    /// Runs a body with the file of the form; a file that cannot be applied is shown again with its error.
    private static func reading(
        _ request: PortalRequest, _ body: (DirectoryText) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        var again = request
        do {
            let file: DirectoryText = try DirectoryText(request)
            again.form.set("text", file.text)
            return try await body(file)
        } catch let error as FileError {
            return try await show(again.refusing("plan", .field("text", text(of: error))))
        } catch let error as DirectoryError where error.status != 403 {
            return try await show(again.refusing("plan", error))
        }
    }

    /// An error with the line, the column and the member.
    private static func text(of error: FileError) -> String {
        let place = error.place.map { "Line \($0.line), column \($0.column)" }
        let parts = [place, error.member.map { "member '\($0)'" }].compactMap(\.self)
        return (parts.isEmpty ? "" : parts.joined(separator: ", ") + ": ") + error.message
    }

    private static func check(_ request: PortalRequest) throws(DirectoryError) {
        guard request.session.isGlobalAdministrator else {
            throw DirectoryError(
                status: 403, code: "forbidden",
                message: "Only a Global Administrator exports and applies the directory as a file.")
        }
    }
}
