import Foundation
import KeyfobCore
import MSAL
import Testing

@Suite("The Objective-C interface")
struct SelectorTests {
    @Test("Each selector of MSAL's headers is declared in its class; no other is")
    func selectors() throws {
        let rows = try Self.vector["methods"]?.arrayValue ?? []
        let expected = Set(
            rows.map { "\($0["type"]?.stringValue ?? "") \($0["selector"]?.stringValue ?? "")" })
        #expect(expected.count == rows.count && rows.count > 70)
        let found = Set(try Self.sources().flatMap(\.methods).map { "\($0.type) \($0.selector)" })
        #expect(expected.subtracting(found) == [])
        #expect(found.subtracting(expected) == [])
    }

    @Test("Each class has its own name in Objective-C, and exports all of its members")
    func classes() throws {
        for source in try Self.sources() {
            let text = source.text
            for match in text.matches(of: #/(?m)^((?:.*\n){0,4}?)open class (MSAL\w+):/#) {
                #expect(match.1.contains("@objc(\(match.2))"), "\(match.2)")
                #expect(match.1.contains("@objcMembers"), "\(match.2)")
            }
            for match in text.matches(of: #/(?m)^((?:.*\n){0,4}?)public enum (MSAL\w+): U?Int/#) {
                #expect(match.1.contains("@objc(\(match.2))"), "\(match.2)")
            }
        }
    }

    @Test("Every case of every enumeration has the Swift name of MSAL's, and its number")
    func enumerations() throws {
        let members = try Self.enumerations
        #expect(members.count == 16)
        func check<E: RawRepresentable & Sendable>(_ type: E.Type) where E.RawValue: BinaryInteger {
            let cases = members[String(describing: type)] ?? [:]
            #expect(!cases.isEmpty, "\(type)")
            for (name, number) in cases {
                let value = E.RawValue(exactly: number).flatMap(E.init(rawValue:))
                #expect(value.map { String(describing: $0) } == name, "\(type)")
            }
        }
        check(MSALAudienceType.self)
        check(MSALAzureCloudInstance.self)
        check(MSALLogLevel.self)
        check(MSALLogMaskingLevel.self)
        check(MSALBrokeredAvailability.self)
        check(MSALPromptType.self)
        check(MSALDeviceMode.self)
        check(MSALPlatformSSOStatus.self)
        check(MSALPreferredAuthMethod.self)
        check(MSALAuthScheme.self)
        check(MSALHttpMethod.self)
        check(MSALClaimsRequestTarget.self)
        check(MSALWebviewType.self)
        check(MSALError.self)
        check(MSALInternalError.self)
        #expect(MSALPromptType.default == .promptIfNecessary)
        #expect(MSALLogLevel.last == .verbose)
    }

    @Test("R96: there are four web view types, and the retired UIWebView is not one of them")
    func noUIWebView() {
        let types = (-1...20).compactMap(MSALWebviewType.init(rawValue:)).map { String(describing: $0) }
        #expect(types == ["default", "authenticationSession", "safariViewController", "wkWebView"])
        #expect(!types.contains { $0.lowercased().contains("uiweb") })
    }

    @Test("The keys of userInfo have MSAL's names and values")
    func constants() throws {
        let values: [String] = [
            MSALOAuthErrorKey, MSALOAuthSubErrorKey, MSALOAuthSubErrorDescriptionKey, MSALErrorDescriptionKey,
            MSALSTSErrorCodesKey, MSALInternalErrorCodeKey, MSALHTTPHeadersKey, MSALCorrelationIDKey,
            MSALHTTPResponseCodeKey, MSALDeclinedScopesKey, MSALDisplayableUserIdKey, MSALGrantedScopesKey,
            MSALInvalidResultKey, MSALBrokerVersionKey, MSALHomeAccountIdKey, MSALErrorDomain,
            MSALThrottlingCacheHitKey,
        ]
        let names = try #require(try Self.vector["constants"]?.arrayValue?.compactMap(\.stringValue))
        #expect(Set(values) == Set(names))
    }

    private static var vector: JSONValue {
        get throws {
            try JSONValue(parsing: [UInt8](Data(contentsOf: root.appending(path: "Tests/Vectors/selectors/msal.json"))))
        }
    }

    /// The enumerations of Microsoft's declarations on iOS: names and numbers.
    private static var enumerations: [String: [String: Int]] {
        get throws {
            let file = root.appending(path: "Tests/Vectors/upstream/msal-2.13.0-ios.txt")
            var found: [String: [String: Int]] = [:]
            var type = ""
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                if let match = line.firstMatch(of: #/^public enum (\w+)/#) { type = String(match.1) }
                if let match = line.firstMatch(of: #/^ +case `?(\w+)`? = (-?\d+)$/#) {
                    found[type, default: [:]][String(match.1)] = Int(match.2)
                }
            }
            return found
        }
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func sources() throws -> [FaceSource] {
        let folder = root.appending(path: "Sources/MSAL")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
        let paths = files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        try #require(paths.count > 50)
        return try paths.map { FaceSource(text: try String(contentsOf: $0, encoding: .utf8)) }
    }
}

/// A source file of the module, for its Objective-C names.
private struct FaceSource {
    struct Method {
        let type: String
        let selector: String
    }

    let text: String

    /// The functions and initialisers with an Objective-C name.
    var methods: [Method] {
        var found: [Method] = []
        var type = ""
        var rest = text[...]
        while let line = rest.firstIndex(of: "\n").map({ rest[..<$0] }) {
            if let match = line.firstMatch(of: #/^(?:public |open )*(?:class|protocol|extension) (\w+)/#) {
                type = String(match.1).replacing("Protocol", with: "")
            }
            // A constant of an enumeration is no method.
            if let match = line.firstMatch(of: #/^ +@objc\(([\w:]+)\)/#),
                rest[line.endIndex...].prefixMatch(of: #/\s*#endif\s*case /#) == nil
            {
                found.append(Method(type: type, selector: String(match.1)))
            }
            rest = rest[text.index(after: line.endIndex)...]
        }
        return found
    }
}
