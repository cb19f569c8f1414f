import KeyfobCache
public import KeyfobCore
import KeyfobDeviceProtocol

extension BundleFacts {
    /// Reads an Info.plist and, if available, the entitlements: of a project or of a built app, in XML or binary form.
    ///
    /// - Parameters:
    ///   - infoPlist: the bytes of Info.plist.
    ///   - entitlements: the bytes of the `.entitlements` file, or of the output of
    ///     `codesign -d --entitlements - --xml`.
    ///   - buildSettings: the values of `$(NAME)` in a project's files, for example `PRODUCT_BUNDLE_IDENTIFIER`.
    ///   - teamID: the value of `$(AppIdentifierPrefix)`, with or without its final dot; nil leaves it out.
    ///   - platform: the app's platform; nil takes it from the file, or iOS if the file does not state it.
    /// - Throws: `AuthError` with code `configuration` if a file is not a property list with a dictionary, or an entry
    ///   has another type than Apple documents for the key.
    public init(
        infoPlist: [UInt8], entitlements: [UInt8]? = nil, buildSettings: [String: String] = [:],
        teamID: String? = nil, platform: Platform? = nil
    ) throws(AuthError) {
        let members = try PropertyListFile.dictionary(infoPlist, of: "Info.plist")
        self.init(try InfoPlist(members: members, settings: buildSettings), teamID: teamID, platform: platform)
        guard let entitlements else { return }
        _ = try PropertyListFile.dictionary(entitlements, of: "The entitlements file")
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
            platform: platform ?? (plist.isForMac ? .macOS : .iOS), bundleID: plist.bundleID,
            urlTypes: plist.urlTypes.map { URLType(role: $0.role, name: $0.name, schemes: $0.schemes) },
            queriedSchemes: plist.queriedSchemes, isAppExtension: plist.isAppExtension, usesScenes: plist.usesScenes,
            teamID: prefix.flatMap { $0.isEmpty ? nil : $0.hasSuffix(".") ? String($0.dropLast()) : $0 })
        // A build setting without a value is not a name.
        func known(_ key: String) -> String? {
            plist.text(key).flatMap { $0.isEmpty || $0.contains("$(") || $0.contains("${") ? nil : $0 }
        }
        name = known("CFBundleDisplayName") ?? known("CFBundleName")
        version = known("CFBundleShortVersionString")
    }
}
