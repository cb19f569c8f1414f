public import KeyfobCore

extension RegisteredApplication {
    /// Reads an exported registration: Microsoft Graph's `application`, the output of `az ad app show` or
    /// `az ad app list`, or the portal's manifest in its present or its older (Azure AD Graph) form.
    ///
    /// - Parameters:
    ///   - export: the bytes of the JSON document.
    ///   - clientID: selects one of several registrations; nil if the document contains one.
    /// - Throws: `AuthError` with code `configuration` if the document is not JSON, contains no registration, or
    ///   contains several and none with that client id.
    public init(export: [UInt8], clientID: String? = nil) throws(AuthError) {
        let document: JSONValue
        do {
            let hasMark = export.starts(with: [0xEF, 0xBB, 0xBF])
            document = try JSONValue(parsing: hasMark ? Array(export.dropFirst(3)) : export)
        } catch {
            throw .configuration("The exported registration is not a JSON document: \(error).", remedy: Self.remedy)
        }
        let candidates = (document["value"] ?? document).arrayValue ?? [document]
        let read = candidates.compactMap(Self.read)
        guard !read.isEmpty else {
            throw .configuration("The document contains no app registration: there is no appId.", remedy: Self.remedy)
        }
        if read.count == 1 {
            self = read[0]
        } else if let found = read.first(where: { $0.clientID.lowercased() == clientID?.lowercased() }) {
            self = found
        } else {
            throw .configuration(
                "The document contains \(read.count) registrations, and none has the client id.",
                remedy: "Pass the client id of one of them, or export only one.")
        }
    }

    private static let remedy =
        "Export it with: az ad app show --id CLIENT-ID, or download it from the portal's Manifest page."

    private static func read(_ member: JSONValue) -> RegisteredApplication? {
        guard let clientID = member["appId"]?.stringValue, !clientID.isEmpty else { return nil }
        return RegisteredApplication(
            clientID: clientID, displayName: member["displayName"]?.stringValue ?? member["name"]?.stringValue,
            redirectURIs: redirectURIs(member), audience: audience(member))
    }

    private static func redirectURIs(_ member: JSONValue) -> [Platform: [String]] {
        var found: [Platform: [String]] = [:]
        for platform in Platform.allCases {
            found[platform] = texts(member[platform.rawValue]?["redirectUris"])
        }
        // The older manifest: every URI with its type.
        for entry in member["replyUrlsWithType"]?.arrayValue ?? [] {
            guard let uri = entry["url"]?.stringValue else { continue }
            switch entry["type"]?.stringValue?.lowercased() {
            case "installedclient": found[.publicClient, default: []].append(uri)
            case "spa": found[.spa, default: []].append(uri)
            default: found[.web, default: []].append(uri)
            }
        }
        // The oldest manifest: one type for all of them.
        if member["replyUrlsWithType"] == nil {
            let isPublic = member["publicClient"]?.boolValue == true
            found[isPublic ? .publicClient : .web, default: []] += texts(member["replyUrls"])
        }
        return found
    }

    private static func audience(_ member: JSONValue) -> String? {
        if let audience = member["signInAudience"]?.stringValue { return audience }
        return member["availableToOtherTenants"]?.boolValue.map { $0 ? "AzureADMultipleOrgs" : "AzureADMyOrg" }
    }

    private static func texts(_ value: JSONValue?) -> [String] {
        (value?.arrayValue ?? []).compactMap(\.stringValue)
    }
}
