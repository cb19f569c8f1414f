import KeyfobCore
import KeyfobIdPModel

/// Who publishes an app, as far as the provider knows it.
struct Publisher {
    let name: String
    let isVerified: Bool

    init(_ client: Application, in directory: Directory) {
        if let verified = client.verifiedPublisher {
            name = verified
            isVerified = true
        } else {
            let tenant = directory.tenant(client.tenantID)
            name = client.publisherDomain ?? tenant?.domains.first ?? tenant?.displayName ?? client.tenantID
            // The platform's own apps need no verification by it.
            isVerified = client.isFirstParty == true
        }
    }

    var html: HTML {
        isVerified
            ? "Publisher: \(name), verified"
            : "Publisher: \(name), <span id=\"publisher-unverified\">unverified</span>"
    }
}
