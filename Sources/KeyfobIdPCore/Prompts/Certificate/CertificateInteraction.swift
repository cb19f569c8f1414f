import KeyfobIdPModel
import KeyfobOAuth

/// Requests the certificate that the user has chosen on the sign-in page.
struct CertificateInteraction: Interaction {
    var forms: [PromptForm] { [PromptForm(.get, path: "/common/certificate", CertificateReturn.accept)] }

    func step(_ signIn: inout SignInProgress, in transaction: any IdPTransaction) throws -> SignInStep? {
        guard signIn.attempt.wantsCertificate, let name = signIn.attempt.typedName else { return nil }
        return try CertificatePrompt.step(name: name, signIn, in: transaction)
    }
}
