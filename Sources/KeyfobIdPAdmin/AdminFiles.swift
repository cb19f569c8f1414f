import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPFiles
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobYAML

/// `/_admin/apply` and `/_admin/export`: files that describe the directory.
enum AdminFiles {
    private static let file = AdminSchema.object(
        required: ["name": .name("Its name, for messages.", "directory.yaml")],
        optional: ["text": .text("YAML or JSON.", "groups: []")])

    private static let request = AdminSchema.object(optional: [
        "files": .list("The files.", of: file), "dryRun": .flag("Whether only the plan is made."),
        "prune": .flag("Whether what no file names is removed."),
        "tenant": .text("The tenant of files that name none; the first one by default.", "contoso.test"),
    ])

    private static let change = AdminSchema.object(required: [
        "action": .choice("What happens.", ["create", "change", "remove"]),
        "kind": .text("The kind of object.", "group"), "name": .text("Its name.", "Cooks"),
        "tenant": .text("Its tenant.", "contoso.test"),
        "members": .list("What changes.", of: .text("A member.", "displayName")),
    ])

    private static let plan = AdminSchema.object(required: [
        "applied": .flag("Whether the changes are made."), "changes": .list("The changes.", of: change),
        "notes": .list("What was left out, and advice.", of: .text("A note.", "")),
    ])

    /// - Parameter platform: the registrations of the platform's vendor, which every directory has.
    static func operations(platform: [Application]) -> [AdminOperation] {
        [
            AdminOperation(
                .post, "/_admin/apply", "Changes the directory as files say, or returns the plan.", request: request,
                .json(plan)
            ) { try await apply($0, platform: platform) },
            AdminOperation(
                .get, "/_admin/export", "Writes the directory as a file.",
                query: [
                    .init(name: "tenant", schema: .text("Only this tenant.", "contoso.test")),
                    .init(name: "secrets", schema: .choice("Whether hashes are included.", ["true", "false"])),
                ], .yaml
            ) { try await export($0, platform: platform) },
        ]
    }

    /// Applies files: `{"files": [{"name": NAME, "text": TEXT}], "dryRun": false, "prune": false, "tenant": TENANT}`.
    /// The response is the plan.
    private static func apply(_ context: RequestContext, platform: [Application]) async throws -> HTTPResponse {
        let body = try DirectoryDocument(context, known: request.memberNames)
        var files: [SourceFile] = []
        for file in try body.objects("files", known: file.memberNames) ?? [] {
            let text = try file.string("text") ?? ""
            files.append(SourceFile(name: try file.required("name"), bytes: Array(text.utf8)))
        }
        let options = ApplyOptions(
            isDryRun: try body.bool("dryRun") ?? false, prunes: try body.bool("prune") ?? false,
            tenant: try body.string("tenant"))
        let setting = ApplySetting(
            random: context.random, now: context.now, passwordCost: context.configuration.passwordCost,
            platform: platform, reserved: context.reservedNames)
        do {
            return .json(try await DirectoryFiles.apply(files, options, to: context.services.store, setting).json)
        } catch let error as FileError {
            return refusal(error)
        }
    }

    /// Writes the directory as YAML; of one tenant with `?tenant=`, and with hashes with `?secrets=true`.
    private static func export(_ context: RequestContext, platform: [Application]) async throws -> HTTPResponse {
        let query: FormParameters
        do { query = try context.query() } catch { throw DirectoryError.invalid("The query is malformed.") }
        guard ["true", "false", nil].contains(query["secrets"]) else {
            throw DirectoryError.invalid("'secrets' is true or false.")
        }
        if let name = query.nonEmpty("tenant") { _ = try context.tenant(named: name) }
        do {
            let text = try await DirectoryFiles.export(
                context.services.store, tenant: query.nonEmpty("tenant"), withSecrets: query["secrets"] == "true",
                platform: platform)
            var response = HTTPResponse(status: 200, body: Array(text.utf8))
            // RFC 9512
            response.fields.set("Content-Type", "application/yaml")
            response.fields.set("Cache-Control", "no-store")
            return response
        } catch let error as FileError {
            return refusal(error)
        }
    }

    private static func refusal(_ error: FileError) -> HTTPResponse {
        var members: [String: JSONValue] = [
            "error": "invalid_file", "error_description": .string(error.description),
        ]
        members["file"] = error.place.map { .string($0.file) }
        members["line"] = error.place.map { .integer($0.line) }
        members["column"] = error.place.map { .integer($0.column) }
        members["member"] = error.member.map { .string($0) }
        return .json(.object(members), status: 400)
    }
}
