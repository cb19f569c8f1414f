import KeyfobCore
import KeyfobIdPDirectory
import KeyfobIdPFiles
import KeyfobOAuth

/// The page with the plan of a file: every change, and the form that makes exactly these changes.
struct FilePlanView {
    let file: DirectoryText
    let plan: DirectoryPlan
    let request: PortalRequest

    /// The page.
    ///
    /// - Parameter refused: why the changes that were confirmed were not made; nil for a first plan.
    func response(refused: String? = nil) -> HTTPResponse {
        let alert: HTML? = refused.map {
            "<p role=\"alert\" class=\"bad\" id=\"error-message\">\($0) Nothing was changed. Look at this plan.</p>\n"
        }
        return PortalPage(
            id: "files-plan", title: "The plan of the file", section: .files,
            content:
                "\(alert)\(changes)\(notes)\(confirmation)<p>\(HTML.link("/portal/files", "Back, without changes"))</p>",
            status: refused == nil ? 200 : 409
        ).response(request)
    }

    private var changes: HTML {
        guard !plan.isEmpty else {
            return "<p id=\"nothing\">The directory is as the file says. Nothing to change.</p>\n"
        }
        func count(_ action: PlannedChange.Action) -> String { String(plan.changes.count { $0.action == action }) }
        let words: [PlannedChange.Action: String] = [.create: "create", .change: "change", .remove: "remove"]
        let rows: [[HTML]] = plan.changes.map { change in
            [
                .text(change.name), .text(words[change.action] ?? ""), .text(change.kind),
                .text(change.members.joined(separator: ", ")),
            ]
        }
        return """
            <p id="counts">\(count(.create)) to create, \(count(.change)) to change, \(count(.remove)) to remove. Nothing is \
            changed yet.</p>
            \(PortalTable(caption: "Changes", columns: ["Name", "Action", "Kind", "Members"], rows: rows).html)
            """
    }

    private var notes: HTML? {
        guard !plan.notes.isEmpty else { return nil }
        return "<h2>What the file has and the directory does not take</h2>\n\(HTML.list(plan.notes))\n"
    }

    private var confirmation: HTML? {
        guard !plan.isEmpty else { return nil }
        var fields = [
            PortalRequest.hidden("text", file.text), PortalRequest.hidden("seal", file.seal(request)),
            PortalRequest.hidden("plan", plan.fingerprint),
        ]
        if file.prunes { fields.append(PortalRequest.hidden("prune", "on")) }
        return request.form(
            "apply", to: "/portal/files/apply", label: "Make these changes",
            isDangerous: plan.changes.contains { $0.action == .remove }, isUpload: true, fields)
    }
}
