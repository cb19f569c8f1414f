import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// Replaces the certificates of an application's object in its tenant.
struct PrincipalKeys {
    private let session: GraphSession

    init(_ session: GraphSession) { self.session = session }

    func replace(_ keys: JSONValue, of application: Application) throws {
        guard application.tenantID == session.tenant.id else {
            throw GraphError.invalid(
                "The application is registered in another tenant, and only that tenant can give it credentials.")
        }
        let known = application.credentials ?? ApplicationCredentials()
        let old = ApplicationCredentials(certificates: known.certificates.filter { $0.isOfPrincipal == true })
        let plain = (keys.arrayValue ?? []).map { key in
            JSONValue.object(
                (key.objectValue ?? [:]).filter { !$0.key.contains("@") && $0.value != .null })
        }
        do {
            let document = try DirectoryDocument(
                ["keyCredentials": .array(plain)], known: ApplicationJSON.credentialMembers)
            var new =
                try ApplicationJSON.credentials(document, replacing: old, CredentialReading(session.context))?
                .certificates ?? []
            for index in new.indices { new[index].isOfPrincipal = true }
            var credentials = known
            credentials.certificates = known.certificates.filter { $0.isOfPrincipal != true } + new
            try ObjectLimits.check(credentials)
            var changed = application
            changed.credentials = credentials.isEmpty ? nil : credentials
            try session.editor.put(changed)
        } catch let error as DirectoryError {
            throw GraphError(error, of: .servicePrincipal)
        }
    }
}
