import Foundation
import KeyfobCore
import KeyfobSetup

/// The files of `Tests/Vectors/setup`, and the facts of the two apps in them.
enum SetupVectors {
    static func bytes(_ name: String) throws -> [UInt8] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return Array(try Data(contentsOf: tests.appending(path: "Vectors/setup/\(name)")))
    }

    static func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

    /// The app of the single sign-on guide, signed by the team T1.
    static func adal() throws -> BundleFacts {
        try BundleFacts(infoPlist: bytes("adal-Info.plist"), entitlements: bytes("adal.entitlements"), teamID: "T1")
    }

    static let notes = "test.contoso.notes"

    /// An app after the migration guide, signed by the team T1.
    static func msal() throws -> BundleFacts {
        try BundleFacts(
            infoPlist: bytes("msal-Info.plist"), entitlements: bytes("msal.entitlements"),
            buildSettings: ["PRODUCT_BUNDLE_IDENTIFIER": notes], teamID: "T1.")
    }

    static func registration(_ name: String) throws -> RegisteredApplication {
        try RegisteredApplication(export: bytes(name))
    }
}

extension [SetupFinding] {
    var codes: [SetupFinding.Code] { map(\.code) }
    var errors: [SetupFinding] { filter { $0.severity == .error } }
}
