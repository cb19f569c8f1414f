#if os(Linux)
import KeyfobCache
import KeyfobCore
import KeyfobDeviceProtocol

/// The manifest of an app: Info.plist, the entitlements and the signature of its bundle.
struct AppManifest: Sendable, Hashable {
    let bundleID: String
    /// The team that signed the bundle (`TeamIdentifier` in `signature.plist`); nil if there is no signature.
    let teamID: String?
    let name: String
    let version: String?
    /// `CFBundleExecutable`: a file of the bundle's folder.
    let executable: String
    /// `KeyfobLaunchArguments`: the program's arguments. iOS has no such key.
    let arguments: [String]
    /// `LSEnvironment`
    let environment: [String: String]
    /// The schemes of `CFBundleURLTypes`, in lower case.
    let schemes: [String]
    /// The schemes of `LSApplicationQueriesSchemes` within the limit, in lower case.
    let queriedSchemes: Set<String>
    /// Hosts of `applinks:` among the associated domains.
    let linkedHosts: [String]
    /// Hosts of `authsrv:` among the associated domains: those that the app's single sign-on extension serves.
    let signOnHosts: [String]
    /// The keychain access groups, the default one first; none if the bundle is not signed.
    let accessGroups: [String]

    /// How many entries of `LSApplicationQueriesSchemes` iOS reads, from iOS 15 on.
    static let queriedSchemeLimit = 50

    /// Reads a bundle's property lists.
    ///
    /// - Parameters:
    ///   - infoPlist: `Info.plist`.
    ///   - entitlements: `entitlements.plist`, if there is one; without a signature it is ignored.
    ///   - signature: `signature.plist`, if there is one.
    /// - Throws: `AuthError` with code `configuration` that names the entry.
    init(infoPlist: [UInt8], entitlements: [UInt8]?, signature: [UInt8]?) throws(AuthError) {
        let members = try PropertyListFile.dictionary(infoPlist, of: "Info.plist")
        if case .string(let text)? = members["CFBundleIdentifier"] {
            try BuildVariable.refuse(in: text, of: "Info.plist: CFBundleIdentifier")
        }
        let plist = try InfoPlist(members: members, settings: [:])
        guard let bundleID = plist.bundleID, Self.isBundleID(bundleID) else {
            throw .configuration(
                "Info.plist has no CFBundleIdentifier of two labels or more, of letters, digits and hyphens.",
                remedy: "Set it to what the app is registered with, for example com.contoso.notes.")
        }
        self.bundleID = bundleID
        teamID = try signature.map { bytes throws(AuthError) in try Self.team(bytes) }
        for entry in ["CFBundleDisplayName", "CFBundleName", "CFBundleShortVersionString", "CFBundleExecutable"] {
            try BuildVariable.refuse(in: plist.text(entry) ?? "", of: "Info.plist: \(entry)")
        }
        name = plist.text("CFBundleDisplayName") ?? plist.text("CFBundleName") ?? bundleID
        version = plist.text("CFBundleShortVersionString")
        guard let executable = plist.text("CFBundleExecutable"), Self.isFileName(executable) else {
            throw .configuration(
                "Info.plist has no CFBundleExecutable that names a file of the bundle.",
                remedy: "Name the program's file, without a folder.")
        }
        self.executable = executable
        arguments = try plist.list("KeyfobLaunchArguments")
        environment = try plist.texts("LSEnvironment")
        schemes = try plist.urlTypes.flatMap(\.schemes).map { text throws(AuthError) in try Self.scheme(text) }
        for scheme in plist.queriedSchemes {
            try BuildVariable.refuse(in: scheme, of: "Info.plist: LSApplicationQueriesSchemes")
        }
        queriedSchemes = Set(plist.queriedSchemes.prefix(Self.queriedSchemeLimit).compactMap(URLTarget.scheme))
        guard let teamID, let entitlements else {
            // Without a signature entitlements are ignored: the team grants them, not the app.
            (linkedHosts, signOnHosts) = ([], [])
            accessGroups = teamID.map { ["\($0).\(bundleID)"] } ?? []
            return
        }
        let parsed = try AppEntitlements(propertyList: entitlements, prefix: teamID, bundleID: bundleID)
        accessGroups = try Self.groups(parsed, teamID: teamID, bundleID: bundleID)
        let domains = try InfoPlist(
            members: try PropertyListFile.dictionary(entitlements, of: "entitlements.plist"), settings: [:]
        ).list("com.apple.developer.associated-domains")
        linkedHosts = try Self.hosts(domains, "applinks:")
        signOnHosts = try Self.hosts(domains, "authsrv:")
    }

    /// The team, or "" for an unsigned app; it is the same for all versions of an app.
    var signer: String { teamID ?? "" }

    /// The app groups: their names have no team's prefix, which would show who owns them.
    var appGroups: Set<String> { Set(accessGroups.filter { $0.hasPrefix(Self.appGroupPrefix) }) }

    /// The prefix of app groups' names on iOS, which no team id has.
    private static let appGroupPrefix = "group."

    /// Returns whether a text can be a bundle id: at least two labels, so that none is a word that protocols use as
    /// host.
    static func isBundleID(_ text: String) -> Bool {
        isName(text) && text.utf8.contains(UInt8(ascii: ".")) && !text.hasSuffix(".")
    }

    /// Returns whether a text can be the name of an app's folder: a bundle id, including those that an earlier version
    /// took.
    static func isName(_ text: String) -> Bool {
        let isWritten = text.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
                || byte == 0x2E
        }
        return isWritten && (1...155).contains(text.utf8.count) && !text.hasPrefix(".") && !text.contains("..")
    }

    private static func isFileName(_ text: String) -> Bool {
        !text.isEmpty && !text.contains("/") && !text.hasPrefix(".") && text.utf8.count <= 255
    }

    private static func team(_ bytes: [UInt8]) throws(AuthError) -> String {
        let members = try PropertyListFile.dictionary(bytes, of: "signature.plist")
        guard case .string(let team)? = members["TeamIdentifier"], isName(team), !team.utf8.contains(UInt8(ascii: ".")),
            !"\(team).".hasPrefix(appGroupPrefix), team.lowercased() != "unsigned"
        else {
            throw .configuration(
                "signature.plist has no TeamIdentifier of letters and digits.",
                remedy: "Write the team's id there, or remove the file: the app is unsigned then.")
        }
        return team
    }

    /// Returns the app's groups; each has to be its team's, since a signature grants no other.
    private static func groups(
        _ entitlements: AppEntitlements, teamID: String, bundleID: String
    ) throws(AuthError) -> [String] {
        for group in entitlements.keychainAccessGroups where !group.hasPrefix("\(teamID).") {
            throw .configuration(
                "The entitlement keychain-access-groups names \(group), which is not a group of team \(teamID).",
                remedy: "Write $(AppIdentifierPrefix) before the group's name, and sign with the team that owns it.")
        }
        for group in entitlements.applicationGroups where !group.hasPrefix(appGroupPrefix) {
            throw .configuration(
                "The entitlement com.apple.security.application-groups names \(group), which is no app group.",
                remedy: "Begin its name with group. as iOS requires; a team's keychain group is named in "
                    + "keychain-access-groups.")
        }
        let own = "\(teamID).\(bundleID)"
        if let identifier = entitlements.applicationIdentifier, identifier != own {
            throw .configuration(
                "The entitlement application-identifier is \(identifier), but the signature's is \(own).",
                remedy: "Remove it: the device derives it from the signature.")
        }
        // iOS gives every app its own group, after those that it shares, and app groups last.
        return AppEntitlements(
            keychainAccessGroups: entitlements.keychainAccessGroups, applicationIdentifier: own,
            applicationGroups: entitlements.applicationGroups
        ).accessGroups
    }

    private static func scheme(_ text: String) throws(AuthError) -> String {
        try BuildVariable.refuse(in: text, of: "Info.plist: CFBundleURLSchemes")
        guard let scheme = URLTarget.scheme(text) else {
            throw .configuration(
                "Info.plist: CFBundleURLSchemes has \(text.prefix(100)), which is no URL scheme.",
                remedy:
                    "Write letters, digits, +, - and . alone, and a letter first, for example msauth.com.contoso.notes."
            )
        }
        return scheme
    }

    private static func hosts(_ domains: [String], _ service: String) throws(AuthError) -> [String] {
        try domains.filter { $0.hasPrefix(service) }.map { domain throws(AuthError) in
            // The part after a question mark is for the developer mode.
            let host = domain.dropFirst(service.count).prefix { $0 != "?" }
            try BuildVariable.refuse(in: domain, of: "The entitlement com.apple.developer.associated-domains")
            guard host.utf8.allSatisfy({ $0 < 0x80 }) else {
                throw .configuration(
                    "The entitlement com.apple.developer.associated-domains names \(host.prefix(100)).",
                    remedy: "Write the host as DNS has it, in ASCII (xn--...).")
            }
            return host.lowercased()
        }
    }
}

/// The build variables that Xcode replaces in a project's own files: `$(NAME)` or `${NAME}`.
enum BuildVariable {
    /// Refuses an entry that contains one.
    ///
    /// - Parameter entry: the entry's name in messages.
    /// - Throws: `AuthError` with code `configuration` that names the variable.
    static func refuse(in text: String, of entry: String) throws(AuthError) {
        guard let variable = text.firstMatch(of: /\$[({][^)}]*[)}]/) else { return }
        throw .configuration(
            "\(entry) contains the build variable \(variable.output.prefix(100)), which is not known here.",
            remedy: "Take the file from the built app, where Xcode has filled it in, or write its value.")
    }
}
#endif
