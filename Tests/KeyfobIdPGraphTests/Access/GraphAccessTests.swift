import Foundation
import KeyfobCore
import KeyfobIdPDirectory
import KeyfobOAuth
import Testing

/// The whole table of who may do what, as the provider responds, compared with what is written.
///
/// `KEYFOB_WRITE_ACCESS=1 make test FILTER=GraphAccessTests` writes both files.
@Suite("Who may do what at Microsoft Graph")
struct GraphAccessTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let vectors = root.appendingPathComponent("Tests/Vectors/graph-access.tsv")
    private static let page = root.appendingPathComponent("docs/graph.md")
    private static let begin = "<!-- access: begin -->\n"
    private static let end = "<!-- access: end -->\n"

    @Test("Every operation on every type by every caller is as the table and docs/graph.md say")
    func table() async throws {
        let table = try await AccessTable.measured()
        #expect(table.cells >= 5000, "\(table.cells) cells")
        try Self.checkInvariants(table)
        if ProcessInfo.processInfo.environment["KEYFOB_WRITE_ACCESS"] != nil { try Self.write(table) }
        let written = try String(contentsOf: Self.vectors, encoding: .utf8)
        let (found, expected) = (table.text.split(separator: "\n"), written.split(separator: "\n"))
        #expect(found.count == expected.count)
        for (line, other) in zip(found, expected) { #expect(line == other) }
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let parts = text.components(separatedBy: Self.begin)
        #expect(parts.count == 2 && parts.last?.components(separatedBy: Self.end).first == table.page)
    }

    /// What holds whatever the table says.
    private static func checkInvariants(_ table: AccessTable) throws {
        let other = try #require(table.rows.first { $0.caller == AccessTable.otherTenant })
        #expect(other.allowed.filter(\.isOfObject).isEmpty, "\(other.allowed.map(\.title))")
        for row in table.rows {
            guard let name = row.caller.split(separator: " ").last.map(String.init),
                row.caller.hasPrefix("delegated ") || row.caller.hasPrefix("application ")
            else { continue }
            // A permission of one type says nothing of another type's objects.
            let types: Set<String>
            switch name.split(separator: ".").first {
            case "User": types = ["user", "invitation", "organization"]
            case "UserAuthenticationMethod": types = ["authenticationMethod"]
            case "Group", "GroupMember": types = ["group"]
            case "Application": types = ["application", "servicePrincipal", "oauth2PermissionGrant"]
            case "Device": types = ["device"]
            case "Policy": types = ["conditionalAccessPolicy", "namedLocation", "authorizationPolicy"]
            case "AuditLog": types = ["signIn"]
            case "Organization": types = ["organization"]
            case "Domain": types = ["domain"]
            case "RoleManagement": types = ["directoryRole"]
            default: continue
            }
            let strange = row.allowed.filter { operation in
                !types.contains(operation.type)
                    // Memberships and assignments are read from either end.
                    && !["memberOf", "appRoleAssignments", "appRoleAssignedTo", "oauth2PermissionGrants"].contains(
                        operation.name)
            }
            #expect(strange.isEmpty, "\(row.caller): \(strange.map(\.title))")
            if !name.contains("ReadWrite"), !name.contains("Create"), !name.contains("Invite") {
                let writes = row.allowed.filter { $0.method != .get }
                #expect(writes.isEmpty, "\(row.caller): \(writes.map(\.title))")
            }
        }
    }

    private static func write(_ table: AccessTable) throws {
        try table.text.write(to: vectors, atomically: true, encoding: .utf8)
        let text = try String(contentsOf: page, encoding: .utf8)
        let parts = text.components(separatedBy: begin)
        let rest = parts.last?.components(separatedBy: end).last ?? ""
        try (parts[0] + begin + table.page + end + rest).write(to: page, atomically: true, encoding: .utf8)
    }
}
