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
        try session.editor.put(policy)
        return policy
    }

    func put(location members: [String: JSONValue], id: String) throws -> NamedLocation {
        let location = try read { () throws(PolicyFormatError) in
            try NamedLocation(.object(PolicyDefaults.withoutNulls(members)), id: id)
        }
        try session.editor.put(location)
        return location
    }

    private func read<Object>(_ body: () throws(PolicyFormatError) -> Object) throws(GraphError) -> Object {
        do throws(PolicyFormatError) { return try body() } catch { throw .malformed(error.description) }
    }
}
