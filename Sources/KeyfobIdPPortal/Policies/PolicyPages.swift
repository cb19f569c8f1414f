import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// The policies of Conditional Access: the list, the editor with what-if beside it, and their JSON.
enum PolicyPages {
    static func list(_ request: PortalRequest) async throws -> HTTPResponse {
        let policies = request.context.directory.policies(of: request.tenant.id).policies
        let rows: [[HTML]] = policies.map { policy in
            let controls = (policy.grant?.controls ?? []).map { PolicyFields.labels[$0.rawValue] ?? $0.rawValue }
            return [
                .link(address(policy.id), policy.displayName), .text(state(policy.state)),
                .text(controls.isEmpty ? "only limits the session" : controls.joined(separator: ", ")),
            ]
        }
        let add: HTML? =
            request.may(.writePolicies)
            ? "<p>\(HTML.link("/portal/policies/new", "New policy")) &middot; \(HTML.link("/portal/policies/new/json", "New policy of JSON"))</p>\n"
            : nil
        return PortalPage(
            id: "policies", title: "Conditional Access", section: .policies,
            content: """
                \(add)\(PortalTable(
                    caption: "\(policies.count) policies", columns: ["Name", "State", "Requires"], rows: rows).html)
                """
        ).response(request)
    }

    /// The editor of a policy, or of a new one.
    static func edit(_ request: PortalRequest) async throws -> HTTPResponse {
        try await edit(request, WhatIf.Outcome?.none)
    }

    private static func edit(_ request: PortalRequest, _ outcome: WhatIf.Outcome?) async throws -> HTTPResponse {
        let policy = try found(request)
        let names = PolicyNames(request, users: try await PolicyNames.users(of: policy, request))
        let isChangeable = request.may(.writePolicies)
        let form = PolicyForm(request: request, policy: policy, names: names)
        let target = policy.map { address($0.id) } ?? "/portal/policies/new"
        let save: HTML? = isChangeable ? "<button name=\"action\" value=\"save\">Save</button>" : nil
        let delete: HTML? = policy.flatMap { policy in
            isChangeable
                ? """
                <h2>Delete</h2>
                \(request.form("delete", to: "\(address(policy.id))/delete", label: "Delete the policy", isDangerous: true))
                """ : nil
        }
        let json: HTML? = policy.map { "<p>\(HTML.link("\(address($0.id))/json", "View as JSON"))</p>\n" }
        return PortalPage(
            id: "policy", title: policy?.displayName ?? "New policy", section: .policies,
            content: """
                \(json)<form method="post" action="\(exactly: target)" id="policy" class="editor">\(request.tokenField)
                <div class="columns"><section data-column aria-label="Policy">\(form.fields)\
                <div class="actions">\(save)</div></section>
                <section data-column aria-label="What if" id="what-if"><h2>What if</h2>
                <p class="soft">Try the policy as it is in the fields, together with all others, before it is saved.</p>
                \(WhatIf.fields(request))<div class="actions">\
                <button class="plain" name="action" value="evaluate">Evaluate</button></div>
                \(outcome.map { WhatIf.html($0) })</section></div></form>
                \(delete)
                """
        ).response(request)
    }

    /// Saves the policy of the editor, or evaluates a sign-in with it.
    static func act(_ request: PortalRequest) async throws -> HTTPResponse {
        let old = try found(request)
        do {
            let policy = try await PolicyReading(request: request, old: old).policy()
            guard request.form["action"] != "evaluate" else {
                let outcome = try await WhatIf.evaluate(policy, request)
                var kept = request
                kept.kept = PolicyForm.name
                return try await edit(kept, outcome)
            }
            return .seeOther(try await save(policy, isNew: old == nil, request))
        } catch let error as DirectoryError where error.status != 403 {
            return try await edit(request.refusing(PolicyForm.name, error))
        }
    }

    /// The policy as JSON, or the page for a new one.
    static func json(_ request: PortalRequest) async throws -> HTTPResponse {
        let policy = try found(request)
        let text = policy.map { PrettyJSON.text(.object($0.document)) } ?? PolicyFields.example
        let target = (policy.map { address($0.id) } ?? "/portal/policies/new") + "/json"
        let content: HTML =
            request.may(.writePolicies)
            ? request.form(
                "json", to: target, label: "Save",
                [
                    request.lines(
                        "json", "document", "The policy", text,
                        hint: "Microsoft Graph's conditionalAccessPolicy. What cannot be evaluated is refused.",
                        look: "code tall")
                ])
            : "<pre>\(exactly: text)</pre>\n"
        return PortalPage(
            id: "policy-json", title: policy.map { "\($0.displayName) as JSON" } ?? "New policy of JSON",
            section: .policies,
            content: content
        ).response(request)
    }

    /// Saves JSON as the policy.
    static func replace(_ request: PortalRequest) async throws -> HTTPResponse {
        try await request.acting("json", showing: json) {
            let old = try found(request)
            let value: JSONValue
            do { value = try JSONValue(parsing: request.form["document"] ?? "") } catch {
                throw DirectoryError.field("document", "This is not JSON: \(error).")
            }
            var members = value.objectValue ?? [:]
            let id = old?.id ?? request.context.random.uuid()
            members["id"] = .string(id)
            let policy: ConditionalAccessPolicy
            do throws(PolicyFormatError) {
                policy = try ConditionalAccessPolicy(value.objectValue == nil ? value : .object(members), id: id)
            } catch { throw DirectoryError.field("document", error.description) }
            try PolicyRules.check(policy, in: request.context.directory.policies(of: request.tenant.id))
            return try await save(policy, isNew: old == nil, request)
        }
    }

    /// Deletes a policy.
    static func delete(_ request: PortalRequest) async throws -> HTTPResponse {
        guard let policy = try found(request) else { throw DirectoryError.notFound("There is no such policy.") }
        let tenantID = request.tenant.id
        try await request.context.transaction {
            try $0.removeDirectoryObject(.policy, id: policy.id, tenantID: tenantID)
        }
        return .seeOther("/portal/policies?done=removed")
    }

    private static func save(
        _ policy: ConditionalAccessPolicy, isNew: Bool, _ request: PortalRequest
    ) async throws -> String {
        try request.require(.writePolicies)
        try await request.edit { try $0.put(policy) }
        return "\(address(policy.id))?done=\(isNew ? "created" : "saved")"
    }

    /// The policy of the address; nil for a new one.
    private static func found(_ request: PortalRequest) throws(DirectoryError) -> ConditionalAccessPolicy? {
        guard !request.id.isEmpty else { return nil }
        guard
            let policy = request.context.directory.policies(of: request.tenant.id).policies
                .first(where: { $0.id == request.id })
        else { throw .notFound("This directory has no such policy.") }
        return policy
    }

    static func address(_ id: String) -> String { HTML.address("policies", id) }

    private static func state(_ state: ConditionalAccessPolicy.State) -> String {
        switch state {
        case .enabled: "on"
        case .disabled: "off"
        case .reportOnly: "report only"
        }
    }
}

extension PolicyFields {
    /// What the page for a new policy of JSON begins with.
    static let example = """
        {
          "displayName": "Require a second factor",
          "state": "enabledForReportingButNotEnforced",
          "conditions": {
            "users": { "includeUsers": ["All"] },
            "applications": { "includeApplications": ["All"] }
          },
          "grantControls": { "operator": "OR", "builtInControls": ["mfa"] }
        }
        """
}
