/// How an organization's sign-in pages look.
package struct Branding: Sendable, Hashable, Codable {
    /// The name above the pages' headings.
    package var displayName: String?
    /// The colour of buttons and links on light pages, `#rrggbb`.
    package var accentColour: String?
    /// The logo beside the name, a `data:` address of a picture.
    package var logo: String?

    /// Makes branding.
    package init(displayName: String? = nil, accentColour: String? = nil, logo: String? = nil) {
        self.displayName = displayName
        self.accentColour = accentColour
        self.logo = logo
    }
}
