#if Server
import Foundation
package import KeyfobCore
package import KeyfobSetup

/// The work of `keyfob doctor` on an app's files: the checks of the SDK's initialisers, and those of the registration.
package struct SetupExamination: Sendable {
    /// The subject of the rules.
    package let subject: SetupSubject
    /// The findings; empty if there are none.
    package let findings: [SetupFinding]

    /// The longest file that is read, in bytes.
    private static let maximumSize = 4 << 20

    /// Reads the files and applies the rules. It changes nothing.
    ///
    /// - Throws: `AuthError` with code `configuration` if a file cannot be read or parsed, or an option's value is
    ///   malformed.
    package init(_ options: SetupOptions) throws(AuthError) {
        let platform: BundleFacts.Platform? = options.platform.map { $0 == .macos ? .macOS : .iOS }
        let settings = options.bundleID.map { ["PRODUCT_BUNDLE_IDENTIFIER": $0] } ?? [:]
        let entitlements = try options.entitlements.map(Self.read)
        let empty = Array("<plist><dict/></plist>".utf8)
        var facts = try BundleFacts(
            infoPlist: options.infoPlist.map(Self.read) ?? empty, entitlements: entitlements, buildSettings: settings,
            teamID: options.teamID, platform: platform)
        facts.bundleID = facts.bundleID ?? options.bundleID
        var subject = SetupSubject(facts: facts)
        subject.dialect = options.usesADAL ? .adal : .msal
        subject.clientID = options.clientID
        subject.redirectURI = options.redirectURI
        subject.authority = try options.authority.map { text throws(AuthError) in try Authority(text) }
        subject.usesBroker = !options.avoidsBroker
        subject.keychainGroup = options.keychainGroup
        subject.intuneVersion = options.intuneVersion
        if let path = options.registration {
            subject.registration = try RegisteredApplication(export: Self.read(path), clientID: options.clientID)
            subject.clientID = subject.clientID ?? subject.registration?.clientID
        }
        self.subject = subject
        let found = SetupRules.findings(for: subject)
        // Without the Info.plist its declarations are unknown.
        let declared: Set<SetupFinding.Code> = [
            .schemeNotDeclared, .queriedSchemeMissing, .noDefaultRedirect, .redirectOnlyRegistered,
        ]
        findings = options.infoPlist == nil ? found.filter { !declared.contains($0.code) } : found
    }

    /// The exit status: 4 if sign-in would fail, else 0.
    package var status: ExitStatus {
        findings.contains { $0.severity == .error } ? .configuration : .done
    }

    private static func read(_ path: String) throws(AuthError) -> [UInt8] {
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? file.close() }
            let data = try file.read(upToCount: maximumSize + 1) ?? Data()
            guard data.count <= maximumSize else {
                throw AuthError.configuration(
                    "The file \(path) is larger than 4 MiB.", remedy: "Pass the app's own file.")
            }
            return Array(data)
        } catch let error as AuthError {
            throw error
        } catch {
            throw .configuration("The file \(path) cannot be read.", remedy: "Check its name and its permissions.")
        }
    }
}
#endif
