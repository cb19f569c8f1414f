import ADAL
import Foundation
import MSAL
import Testing

@Suite("ADAL and MSAL in one program")
struct TwoFacesTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

    /// A name in the Objective-C runtime. A class and a protocol may have the same one.
    private struct RuntimeName: Hashable {
        let kind: String
        let name: String
    }

    /// The runtime names of a module's types.
    private static func runtimeNames(_ module: String) throws -> [RuntimeName] {
        var names: [RuntimeName] = []
        let files = FileManager.default.enumerator(
            at: root.appending(path: "Sources/\(module)"), includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            // A type's declaration begins at the start of a line; those of members are indented.
            let type = /(?m)^@objc\((\w+)\)\n(?:(?:[@#]|\/\/).*\n)*(?:public (?:final )?|open )(class|enum|protocol)\b/
            names += text.matches(of: type).map { RuntimeName(kind: String($0.2), name: String($0.1)) }
        }
        return names
    }

    @Test("R135: a program that links both modules has each class once, in the runtimes of Objective-C and Swift")
    func linked() throws {
        let old = try Self.runtimeNames("ADAL")
        let new = try Self.runtimeNames("MSAL")
        #expect(old.count > 10 && new.count > 30)
        #expect(Set(old + new).count == old.count + new.count)
        #expect(Set(old.map(\.name)).isDisjoint(with: new.map(\.name)))
        // Each class of this program with such a name belongs to one module only, though both are linked.
        var classes = 0
        for (names, own, other) in [(old, "ADAL", "MSAL"), (new, "MSAL", "ADAL")] {
            for name in names.filter({ $0.kind == "class" }).map(\.name) {
                #expect(NSClassFromString("\(other).\(name)") == nil, "\(name)")
                if NSClassFromString("\(own).\(name)") != nil { classes += 1 }
            }
        }
        #expect(classes > 20)
        // Both are used by their plain names in one file, which compiles only if no name is ambiguous.
        let types: [AnyClass] = [
            ADAuthenticationContext.self, ADAuthenticationResult.self, ADUserInformation.self, ADLogger.self,
            ADTokenCache.self, MSALPublicClientApplication.self, MSALResult.self, MSALAccount.self,
            MSALSerializedADALCacheProvider.self,
        ]
        #expect(Set(types.map { ObjectIdentifier($0) }).count == types.count)
        #expect(AD_PROMPT_AUTO != AD_PROMPT_ALWAYS && MSALPromptType.login != .consent)
    }
}
