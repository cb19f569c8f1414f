import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// The secrets, certificates and federated credentials of a registration.
struct ApplicationCredentialsView {
    let view: ApplicationView
    private var request: PortalRequest { view.request }
    private var credentials: ApplicationCredentials { view.application.credentials ?? ApplicationCredentials() }

    /// A new secret, which no later page shows.
    func made(_ secret: String) -> HTML {
        """
        <div class="notice" role="status"><p><strong>Copy the secret now.</strong> It is not shown again.</p>
        <p class="once" id="secret-value">\(exactly: secret)</p></div>

        """
    }

    var html: HTML {
        """
        <h2 id="credentials">Client secrets</h2>
        \(secrets)<h2>Certificates</h2>
        \(certificates)<h2>Federated credentials</h2>
        \(federated)
        """
    }

    private var secrets: HTML {
        let rows: [[HTML]] = credentials.secrets.map { secret in
            [
                .text(secret.displayName ?? secret.keyID), .text("\(secret.hint)..."), end(secret.endsAt),
                remove(secret.keyID, secret.displayName ?? secret.keyID),
            ]
        }
        let add: HTML? =
            view.isChangeable
            ? request.form(
                "secret", to: view.address("secret"), label: "Add a secret",
                [
                    request.field("secret", "displayName", "Description"),
                    request.select(
                        "secret", "days", "Valid for",
                        [("90", "90 days"), ("180", "180 days"), ("365", "a year"), ("730", "two years")], "180"),
                ]) : nil
        let table = PortalTable(
            caption: "Client secrets", columns: ["Description", "Begins with", "Valid until", ""], rows: rows)
        return "\(table.html)\(add)"
    }

    private var certificates: HTML {
        let rows: [[HTML]] = credentials.certificates.map { certificate in
            [
                .text(certificate.displayName ?? certificate.keyID), .text(Hex.encode(certificate.sha1).uppercased()),
                end(certificate.endsAt), remove(certificate.keyID, certificate.displayName ?? certificate.keyID),
            ]
        }
        let add: HTML? =
            view.isChangeable
            ? request.form(
                "certificate", to: view.address("certificate"), label: "Add the certificate",
                [
                    request.field("certificate", "displayName", "Description"),
                    request.lines(
                        "certificate", "key", "Certificate", "",
                        hint: "The content of a PEM file, or base64. The public part only.", look: "code"),
                ]) : nil
        let table = PortalTable(
            caption: "Certificates", columns: ["Description", "Thumbprint", "Valid until", ""], rows: rows)
        return "\(table.html)\(add)"
    }

    private var federated: HTML {
        let rows: [[HTML]] = credentials.federated.map { credential in
            [
                .text(credential.name), .text(credential.issuer), .text(credential.subject),
                .text(credential.audiences.joined(separator: ", ")), remove(credential.id, credential.name),
            ]
        }
        let add: HTML? =
            view.isChangeable
            ? request.form(
                "federated", to: view.address("federated"), label: "Add the credential",
                [
                    request.field("federated", "name", "Name"),
                    request.field(
                        "federated", "issuer", "Issuer", hint: "The claim iss of its tokens: an https address."),
                    request.field("federated", "subject", "Subject", hint: "The claim sub of its tokens."),
                    request.field("federated", "audience", "Audience", FederatedCredential.defaultAudience),
                    request.lines(
                        "federated", "keys", "Public keys of the issuer", "",
                        hint: "A JWK Set. Leave it empty for a tenant of this provider.", look: "code"),
                ]) : nil
        let table = PortalTable(
            caption: "Federated credentials", columns: ["Name", "Issuer", "Subject", "Audience", ""], rows: rows)
        return "\(table.html)\(add)"
    }

    private func end(_ seconds: Int64) -> HTML {
        let isOver = seconds < request.context.now
        return isOver ? "<span class=\"problem\">expired, \(HTML.time(seconds))</span>" : .time(seconds)
    }

    private func remove(_ id: String, _ name: String) -> HTML {
        guard view.isChangeable else { return "" }
        return request.button("Remove", about: name, to: view.address("remove-credential"), [("credential", id)])
    }
}
