import KeyfobCache
import KeyfobCore
import Testing

@Suite("IdentityCore's account metadata")
struct KeychainAccountMetadataTests {
    private static let text = #"""
        {"client_id":"C1","account_metadata_map":{"u.t":{"client_id":"C1","home_account_id":"u.t",
        "sign_in_state":"signed_in","athority_map":{"URLMap-":{
        "https://login.microsoftonline.com/common":"https://login.microsoftonline.com/t"}},"later":1}},
        "principal_home_account_id":"u.t","principal_username":"a@b.example",
        "principal_account_environment":"login.windows.net"}
        """#

    private func metadata(_ text: String = text) throws -> KeychainAccountMetadata {
        let json = try JSONValue(parsing: text).objectValue
        return try #require(json.flatMap(KeychainAccountMetadata.init(json:)))
    }

    @Test("states and authorities are read, including the misspelt member")
    func reading() throws {
        let metadata = try metadata()
        #expect(metadata.clientID == "C1")
        #expect(metadata.state(of: "U.T") == .signedIn)
        #expect(metadata.state(of: "other") == nil)
        let requested = "https://login.microsoftonline.com/common"
        #expect(
            metadata.cachedAuthority(of: "u.t", requested: requested) == "https://login.microsoftonline.com/t")
        #expect(metadata.cachedAuthority(of: "u.t", requested: requested, instanceAware: true) == nil)
    }

    @Test("signing out removes the authorities and nothing else")
    func signingOut() throws {
        var changed = try metadata()
        changed.setState(.signedOut, of: "U.T")
        let expected = #"""
            {"client_id":"C1","account_metadata_map":{"u.t":{"client_id":"C1","home_account_id":"u.t",
            "sign_in_state":"signed_out","athority_map":{},"later":1}},"principal_home_account_id":"u.t",
            "principal_username":"a@b.example","principal_account_environment":"login.windows.net"}
            """#
        #expect(try JSONValue.object(changed.json) == JSONValue(parsing: expected))
        #expect(changed.record.key.service == "C1")
    }

    @Test("a client's first account creates a map in IdentityCore's form")
    func beginning() throws {
        var metadata = KeychainAccountMetadata(clientID: "C1")
        metadata.setState(.signedIn, of: "u.t")
        let expected = #"""
            {"client_id":"C1","account_metadata_map":{"u.t":{"client_id":"C1","home_account_id":"u.t",
            "sign_in_state":"signed_in","athority_map":{}}}}
            """#
        #expect(try JSONValue.object(metadata.json) == JSONValue(parsing: expected))
    }

    @Test("an unsupported state is unknown")
    func unknownState() throws {
        let text = #"{"client_id":"c","account_metadata_map":{"u":{"sign_in_state":"dozing"},"v":7}}"#
        #expect(try metadata(text).state(of: "u") == .unknown)
        #expect(try metadata(text).state(of: "v") == nil)
    }
}
