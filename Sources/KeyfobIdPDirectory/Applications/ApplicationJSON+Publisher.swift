import KeyfobCore
package import KeyfobIdPModel

extension ApplicationJSON {
    /// Reads what the pages show about an app's publisher, and the app's start page.
    package static func readPublisher(_ body: DirectoryDocument, into application: inout Application)
        throws(DirectoryError)
    {
        application.verifiedPublisher =
            try body.object("verifiedPublisher", known: ["displayName", "verifiedPublisherId", "addedDateTime"])?
            .string("displayName")
        application.publisherDomain = try body.string("publisherDomain")
        guard let page = try body.object("web", known: platformMembers)?.string("homePageUrl") else { return }
        guard HTTPURL(page) != nil else {
            throw .invalid("'homePageUrl' is not an address that begins with https:// or http://.")
        }
        application.homePageURL = page
    }
}
