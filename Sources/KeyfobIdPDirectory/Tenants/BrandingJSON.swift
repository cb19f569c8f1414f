package import KeyfobCore
import KeyfobIdPCore
package import KeyfobIdPModel
import KeyfobJOSE

/// `branding` of a tenant: `{"displayName": "Contoso", "accentColor": "#7a1f5c", "logo": "data:image/png;base64,..."}`.
package enum BrandingJSON {
    /// The largest logo, in characters of its address: it is part of every page.
    private static let mostOfLogo = 32_768
    private static let kinds = ["data:image/png;base64,", "data:image/jpeg;base64,"]

    /// Reads branding; nil removes it, if no member is given.
    package static func read(_ body: DirectoryDocument) throws(DirectoryError) -> Branding? {
        let branding = Branding(
            displayName: try body.string("displayName"), accentColour: try colour(body), logo: try logo(body))
        return branding == Branding() ? nil : branding
    }

    private static func colour(_ body: DirectoryDocument) throws(DirectoryError) -> String? {
        guard let text = try body.string("accentColor") else { return nil }
        guard let colour = BrandColour(text) else { throw .invalid("'accentColor' is not of the form #rrggbb.") }
        guard colour.contrastWithWhite >= BrandColour.leastContrast else {
            throw .invalid(
                "'accentColor' is too light: text in this colour cannot be read on white. Choose one with a contrast of "
                    + "4.5 to 1 or more.")
        }
        return colour.text
    }

    private static func logo(_ body: DirectoryDocument) throws(DirectoryError) -> String? {
        guard let text = try body.string("logo") else { return nil }
        guard let kind = kinds.first(where: text.hasPrefix),
            Base64.decodeLoosely(String(text.dropFirst(kind.count))) != nil
        else { throw .invalid("'logo' is not a data: address of a PNG or JPEG picture in base64.") }
        guard text.utf8.count <= mostOfLogo else {
            throw .invalid("'logo' is larger than 24 KiB. Use a smaller picture: it is shown 32 pixels high.")
        }
        return text
    }

    package static func write(_ branding: Branding) -> JSONValue {
        var members: [String: JSONValue] = [:]
        members["displayName"] = branding.displayName.map { .string($0) }
        members["accentColor"] = branding.accentColour.map { .string($0) }
        members["logo"] = branding.logo.map { .string($0) }
        return .object(members)
    }
}
