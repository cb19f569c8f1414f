import KeyfobCore
import Testing

@Suite("ScopeSet")
struct ScopeSetTests {
    @Test("keeps order and first spelling, and drops duplicates and empty scopes")
    func order() {
        let scopes = ScopeSet(spaceSeparated: " Files.Read  openid files.read ")
        #expect(scopes.values == ["Files.Read", "openid"])
        #expect(scopes.description == "Files.Read openid" && scopes.count == 2)
        #expect(ScopeSet(["", ""]).isEmpty)
    }

    @Test("comparisons ignore letter case and order")
    func equality() {
        let left: ScopeSet = ["User.Read", "openid"]
        let right: ScopeSet = ["OPENID", "user.read"]
        #expect(left == right && left.hashValue == right.hashValue)
        #expect(left != ["User.Read"])
    }

    @Test("supports the set operations of a cache")
    func algebra() {
        let files: ScopeSet = ["Files.Read", "Files.ReadWrite"]
        #expect(files.contains("FILES.READ") && !files.contains("Files"))
        #expect((["files.read"] as ScopeSet).isSubset(of: files) && ScopeSet([]).isSubset(of: files))
        #expect(!files.isSubset(of: ["files.read"]))
        #expect(files.intersects(["files.readwrite", "x"]) && !files.intersects(["x"]) && !files.intersects([]))
        #expect(files.union(["FILES.READ", "x"]).values == ["Files.Read", "Files.ReadWrite", "x"])
        #expect(files.subtracting(["files.read"]).values == ["Files.ReadWrite"])
    }

    @Test("sets of any size are equal, however they were made", arguments: [3, 16, 17, 400])
    func many(count: Int) {
        let scopes = (0..<count).map { "Scope.\($0 * 7919 % 1009)" }
        let repeated = scopes + ["", "scope.0"] + scopes.map { $0.lowercased() }
        let set = ScopeSet(repeated)
        var one = ScopeSet([])
        for scope in scopes { one.insert(scope) }
        #expect(set.values == scopes && set == one)
        #expect(set.canonicalDescription == one.canonicalDescription)
        #expect(ScopeSet(scopes.reversed()) == set && scopes.allSatisfy(set.contains) && !set.contains("scope"))
    }
}
