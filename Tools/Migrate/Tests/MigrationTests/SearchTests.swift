import Migration
import Testing

@Suite("Uses of older libraries")
struct SearchTests {
    @Test(
        "exactly what the comments name is found, line by line, in Swift",
        arguments: [
            "ADALSwift/ContosoNotes/AuthService.swift", "ADALSwift/ContosoNotes/Notes.swift", "OldMSAL/Login.swift",
            "Clean/App.swift",
        ])
    func swift(_ name: String) throws {
        let text = try Fixtures.text(name)
        #expect(Fixtures.found(Search().findings(inSwift: text)) == Fixtures.expected(text))
    }

    @Test(
        "exactly what the comments name is found, line by line, in Objective-C",
        arguments: [
            "ADALObjC/Suite/AppDelegate.m", "ADALObjC/Suite/AppDelegate.h", "ADALObjC/Suite/Legacy.mm",
            "OldMSAL/Login.m",
        ])
    func objectiveC(_ name: String) throws {
        let text = try Fixtures.text(name)
        #expect(Fixtures.found(Search().findings(inObjectiveC: text)) == Fixtures.expected(text))
    }

    @Test("a finding names file, line and column, and counts bytes as compilers do")
    func place() throws {
        let swift = Search().findings(inSwift: "import ADAL\nlet ä = /* x */ ADAuthenticationContext.self\n")
        #expect(swift.map { "\($0.line):\($0.column) \($0.found)" } == ["1:8 ADAL", "2:18 ADAuthenticationContext"])
        let objectiveC = Search().findings(inObjectiveC: "\n\tid ä = [ADLogger new];")
        #expect(objectiveC.map { "\($0.line):\($0.column) \($0.found)" } == ["2:11 ADLogger"])
    }

    @Test("the code to write holds the call's own arguments, the resource as a scope")
    func sketches() throws {
        let swift = try #require(
            Search().findings(
                inSwift: """
                    import ADAL
                    context.acquireTokenSilent(withResource: "https://graph.microsoft.com", clientId: id,
                        redirectUri: uri, userId: person.mail, forceRefresh: true) { result in }
                    context.acquireTokenSilent(withResource: resource, clientId: id, redirectUri: uri) { result in }
                    """
            ).dropFirst().first?.sketch)
        #expect(swift.contains("scopes: [\"https://graph.microsoft.com/.default\"], account: account"))
        #expect(swift.contains("account(forUsername: person.mail)"))
        #expect(swift.contains("parameters.forceRefresh = true"))
        #expect(!swift.contains("claimsRequest"))
        let all = try Fixtures.report("ADALObjC").findings
        let silent = try #require(all.first { $0.rule == "adal.acquireSilent" }?.sketch)
        #expect(silent.contains("initWithScopes:@[ @\"https://graph.microsoft.com/.default\" ]"))
        #expect(silent.contains("parameters.forceRefresh = YES;"))
        let acquire = try #require(all.first { $0.rule == "adal.acquire" }?.sketch)
        #expect(acquire.contains("[kResource stringByAppendingString:@\"/.default\"]"))
        #expect(acquire.contains("interactive.loginHint = (self.userId ?: nil);"))
        // What always prompted never looked into the cache, so that nothing silent is advised for it.
        let always = try Fixtures.report("ADALSwift").findings.first { $0.rule == "adal.acquireInteractive" }?.sketch
        #expect(always?.contains("promptType = .login  // was AD_PROMPT_ALWAYS") == true)
        #expect(always?.contains("acquireTokenSilent") == false)
        let group = try #require(all.first { $0.file.hasSuffix(".mm") && $0.rule == "adal.context.create" }?.sketch)
        #expect(group.contains("keychainSharingGroup = @\"g\";"))
        // A resource that ends with a slash keeps it, and the scope has two.
        let slash = try Fixtures.report("ADALSwift").findings.first { $0.rule == "adal.acquireInteractive" }?.sketch
        #expect(slash?.contains("[\"https://graph.microsoft.com//.default\"]") == true)
    }

    @Test("every rule has words, a name of its own, and is reached by something")
    func rules() {
        let rules = RuleBook.all.rules
        #expect(Set(rules.map(\.id)).count == rules.count)
        for rule in rules { #expect(!rule.what.isEmpty && rule.instead.hasSuffix("."), "\(rule.id)") }
        #expect(Rule.Library.allCases.allSatisfy { library in rules.contains { $0.library == library } })
    }

    @Test(
        "nothing stops at text that is no program",
        arguments: [
            "", "[", "]", "[[", "@", "@import", "@import ", "#", "#import", "#import <", "\"", "'", "/*", "//", "//\\",
            "\\", "R\"(", "R\"", "[a", "[a b:", "[a b:]", "[:a]", "[a ? b : c]", "}{)(][", "\u{0}\u{FF}",
            "[ADLogger", "ADLogger *", "* ADLogger", "ADAuthenticationContext *a; a.", "->validateAuthority",
            "import ADAL\ncontext.acquireToken(withResource:", "import ADAL\n)]}", "ADAuthenticationContext(authority:",
        ])
    func nonsense(_ text: String) {
        _ = Search().findings(inSwift: text)
        _ = Search().findings(inObjectiveC: text)
        for prefix in ["import ADAL\n", "#import <ADAL/ADAL.h>\n"] {
            _ = Search().findings(inObjectiveC: prefix + text + text)
        }
    }

    @Test("every beginning of a real file is survived")
    func beginnings() throws {
        let text = try Fixtures.text("ADALObjC/Suite/Legacy.mm")
        let bytes = Array(text.utf8)
        for end in bytes.indices {
            _ = Search().findings(inObjectiveC: String(decoding: bytes[..<end], as: UTF8.self))
        }
    }
}
