import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// Writes policies and locations.
struct PolicyWriting {
    private let session: GraphSession

    init(_ session: GraphSession) { self.session = session }

    func put(policy members: [String: JSONValue], id: String) throws -> ConditionalAccessPolicy {
        let policy = try read { () throws(PolicyFormatError) in
            try ConditionalAccessPolicy(.object(PolicyDefaults.withoutNulls(members)), id: id)
        }
        do { try PolicyRules.check(policy, in: session.context.directory.policies(of: session.tenant.id)) } catch {
            throw GraphError.invalid(error.message)
        }
        try put(.policy, id, .object(policy.document))
        return policy
    }

    func put(location members: [String: JSONValue], id: String) throws -> NamedLocation {
        let location = try read { () throws(PolicyFormatError) in
            try NamedLocation(.object(PolicyDefaults.withoutNulls(members)), id: id)
        }
        try put(.namedLocation, id, .object(location.document))
        return location
    }

    private func put(_ kind: DirectoryObject.Kind, _ id: String, _ document: JSONValue) throws {
        try session.transaction.put(
            DirectoryObject(kind: kind, id: id, tenantID: session.tenant.id, document: document.text()))
    }

    private func read<Object>(_ body: () throws(PolicyFormatError) -> Object) throws(GraphError) -> Object {
        do throws(PolicyFormatError) { return try body() } catch { throw .malformed(error.description) }
    }
}
