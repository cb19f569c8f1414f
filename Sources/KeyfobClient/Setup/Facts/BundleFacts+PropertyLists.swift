import KeyfobCache
public import KeyfobCore

extension BundleFacts {
    /// Reads an Info.plist and, if they are at hand, the entitlements: of a project or of a built app, in XML or binary
    /// form.
    ///
    /// - Parameters:
    ///   - infoPlist: the bytes of Info.plist.
    ///   - entitlements: the bytes of the `.entitlements` file, or of what `codesign -d --entitlements - --xml` prints.
    ///   - buildSettings: what stands for `$(NAME)` in a project's files, for example `PRODUCT_BUNDLE_IDENTIFIER`.
    ///   - teamID: what `$(AppIdentifierPrefix)` stands for, without or with the dot at its end; nil leaves it away.
    ///   - platform: whose rules hold; nil finds it in the file, and takes iOS if nothing there says otherwise.
    /// - Throws: `AuthError` with code `configuration` if a file is no property list of a dictionary, or an entry has
    ///   another type than Apple's documentation of the key says.
    public init(
        infoPlist: [UInt8], entitlements: [UInt8]? = nil, buildSettings: [String: String] = [:],
        teamID: String? = nil, platform: Platform? = nil
    ) throws(AuthError) {
        let members = try Self.dictionary(infoPlist, of: "Info.plist")
        self.init(try InfoPlist(members: members, settings: buildSettings), teamID: teamID, platform: platform)
        guard let entitlements else { return }
        _ = try Self.dictionary(entitlements, of: "The entitlements file")
        let parsed = try AppEntitlements(
            propertyList: entitlements, prefix: self.teamID ?? "", bundleID: bundleID ?? "")
        self.entitlements = parsed
        guard teamID == nil, let group = parsed.applicationIdentifier, let bundleID, group.hasSuffix("." + bundleID)
        else { return }
        self.teamID = String(group.dropLast(bundleID.count + 1))
    }

    init(_ plist: InfoPlist, teamID: String?, platform: Platform?) {
        let prefix = teamID ?? plist.applicationPrefix
        self.init(
            platform: platform ?? (plist.isForMac ? .macOS : .iOS), bundleID: plist.bundleID, urlTypes: plist.urlTypes,
            queriedSchemes: plist.queriedSchemes, isAppExtension: plist.isAppExtension, usesScenes: plist.usesScenes,
            teamID: prefix.flatMap { $0.isEmpty ? nil : $0.hasSuffix(".") ? String($0.dropLast()) : $0 })
    }

    private static func dictionary(
        _ bytes: [UInt8], of file: String
    ) throws(AuthError) -> [String: PropertyListValue] {
        guard case .dictionary(let members) = try value(bytes, of: file) else {
            throw .configuration(
                "\(file) holds no dictionary.", remedy: "Pass the file that the target's build settings name.")
        }
        return members
    }

    private static func value(_ bytes: [UInt8], of file: String) throws(AuthError) -> PropertyListValue {
        do {
            if bytes.starts(with: Array("bplist".utf8)) { return try BinaryPropertyList.decode(bytes) }
        } catch {
            throw .configuration(
                "\(file) is a damaged binary property list.", remedy: "Build the app again, and pass its new file.")
        }
        do {
            return try XMLPropertyList.decode(bytes)
        } catch {
            throw .configuration("\(file): \(error.message)", remedy: error.remedy)
        }
    }
}
