import KeyfobConformance
import KeyfobCore
import KeyfobOAuth

/// Every kind of fault, planted in exchanges that have no other.
enum PlantedFaults {
    typealias Planted = GraphDescriptionTests.Planted

    static let all: [Planted] = paths + members + primitives + objects + envelopes + errors + fields + batches

    private static let paths: [Planted] = [
        Planted("an unknown path", .unknownPath, .getUser) { $0.target = "/persons/1" },
        Planted("an unknown segment after an identifier", .unknownPath, .getUser) { $0.target = "/users/1/friends" },
        Planted("an unknown method", .unknownMethod, .deleteUser) { $0.target = "/users" },
        Planted("an unknown option", .unknownOption, .getUser) { $0.target += "?$apply=x" },
        Planted("an option that the path does not have", .unknownOption, .getUser) { $0.target += "?$top=1" },
        Planted("an option without its sign", .unknownOption, .getUser) { $0.target += "?select=id" },
        Planted("200 for a creation", .wrongStatus, .createUser) { $0.status = 200 },
        Planted("a redirection", .wrongStatus, .deleteUser) { $0.status = 302 },
    ]

    private static let members: [Planted] = [
        Planted("an unknown member in a request", .unknownMember, .createUser) { change(&$0.body, "shoeSize", 7) },
        Planted("an unknown member inside one", .unknownMember, .createUser) {
            $0.body = $0.body?.with("passwordProfile", "hint", value: "x")
        },
        Planted("an unknown parameter", .unknownMember, .checkMemberGroups) { change(&$0.body, "deep", true) },
        Planted("a missing parameter", .missingMember, .checkMemberGroups) { $0.body = [:] },
        Planted("a missing body", .missingMember, .checkMemberGroups) { $0.body = nil },
        Planted("a body that nothing asks for", .unknownMember, .deleteUser) { $0.body = ["a": 1] },
        Planted("an unknown member in a response", .unknownMember, .getUser) { change(&$0.response, "shoeSize", 7) },
        Planted("a member with another case", .unknownMember, .getUser) { change(&$0.response, "Mail", .null) },
        Planted("a missing id", .missingMember, .getUser) { change(&$0.response, "id", nil) },
        Planted("a missing default member", .missingMember, .getUser) { change(&$0.response, "jobTitle", nil) },
        Planted("null that is not allowed", .null, .getUser) { change(&$0.response, "id", .null) },
        Planted("null for a collection", .null, .getUser) { change(&$0.response, "businessPhones", .null) },
        Planted("null in a collection", .null, .getUser) { change(&$0.response, "businessPhones", [.null]) },
        Planted("null in a request", .null, .checkMemberGroups) { change(&$0.body, "groupIds", .null) },
    ]

    private static let primitives: [Planted] = [
        Planted("a number for a string", .wrongType, .getUser) { change(&$0.response, "displayName", 7) },
        Planted("a string for a Boolean", .wrongType, .createUser) { change(&$0.body, "accountEnabled", "true") },
        Planted("a string for a collection", .wrongType, .getUser) { change(&$0.response, "businessPhones", "1") },
        Planted("a collection for a string", .wrongType, .getUser) { change(&$0.response, "mail", ["1"]) },
        Planted("an object for a string", .wrongType, .getUser) { change(&$0.response, "mail", ["a": 1]) },
        Planted("a string for an object", .wrongType, .createUser) { change(&$0.body, "passwordProfile", "x") },
        Planted("a time without offset", .wrongType, .addPassword) {
            change(&$0.response, "endDateTime", "2027-02-14T06:55:04")
        },
        Planted("a time in another offset", .wrongType, .addPassword) {
            change(&$0.response, "endDateTime", "2027-02-14T06:55:04+01:00")
        },
        Planted("a time that does not exist", .wrongType, .addPassword) {
            change(&$0.response, "endDateTime", "2027-13-14T06:55:04Z")
        },
        Planted("a number for a time", .wrongType, .addPassword) { change(&$0.response, "endDateTime", 1_800_000_000) },
        Planted("text for a GUID", .wrongType, .addPassword) { change(&$0.response, "keyId", "rbac") },
        Planted("text for bytes", .wrongType, .addPassword) { change(&$0.response, "customKeyIdentifier", "a b!") },
        Planted("a fraction for a whole number", .wrongType, .policy) {
            change(&$0.response, "sessionControls", ["signInFrequency": ["value": .number("1.5"), "isEnabled": true]])
        },
        Planted("a whole number beyond 32 bits", .wrongType, .policy) {
            change(&$0.response, "sessionControls", ["signInFrequency": ["value": 4_294_967_296, "isEnabled": true]])
        },
        Planted("an unknown value of an enum", .wrongType, .policy) { change(&$0.response, "state", "on") },
        Planted("a value of an enum in another case", .wrongType, .policy) { change(&$0.response, "state", "Enabled") },
        Planted("an unknown value in a collection of an enum", .wrongType, .policy) {
            $0.response = $0.response?.with("grantControls", "builtInControls", value: ["mfa", "prayer"])
        },
    ]

    private static let objects: [Planted] = [
        Planted("an unknown member inside an object", .unknownMember, .policy) {
            $0.response = $0.response?.with("conditions", "users", "includePeople", value: [])
        },
        Planted("an object of an unsaid type", .missingType, .members) {
            $0.response = $0.response?.with("value", "0", value: ["id": "1", "deletedDateTime": .null])
        },
        Planted("a type that does not exist", .wrongAnnotation, .getUser) {
            change(&$0.response, "@odata.type", "#microsoft.graph.person")
        },
        Planted("a type that is not derived from the declared one", .wrongAnnotation, .getUser) {
            change(&$0.response, "@odata.type", "#microsoft.graph.group")
        },
        Planted("a type without its sign", .wrongAnnotation, .getUser) {
            change(&$0.response, "@odata.type", "microsoft.graph.user")
        },
        Planted("a member of another type in a polymorphic collection", .unknownMember, .members) {
            $0.response = $0.response?.with("value", "0", "roleTemplateId", value: "x")
        },
        Planted("an unknown annotation", .wrongAnnotation, .getUser) { change(&$0.response, "@odata.author", "x") },
        Planted("an annotation of an unknown member", .wrongAnnotation, .getUser) {
            change(&$0.response, "shoes@odata.context", "x")
        },
        Planted("a binding in a response", .wrongAnnotation, .getUser) {
            change(&$0.response, "manager@odata.bind", "https://localhost:8443/v1.0/users/1")
        },
        Planted("a body after 204", .unknownMember, .deleteUser) {
            $0.response = ["value": true]
            $0.responseFields = SampleExchange.getUser.responseFields
        },
    ]

    private static let envelopes: [Planted] = [
        Planted("a collection without value", .missingMember, .members) { change(&$0.response, "value", nil) },
        Planted("a collection as a bare object", .wrongType, .members) { change(&$0.response, "value", [:]) },
        Planted("a member beside value", .unknownMember, .members) { change(&$0.response, "total", 7) },
        Planted("a count that is a string", .wrongAnnotation, .members) { change(&$0.response, "@odata.count", "7") },
        Planted("no count where it was asked for", .missingMember, .members) {
            change(&$0.response, "@odata.count", nil)
        },
        Planted("a count that no request asked for", .wrongAnnotation, .members) {
            $0.target = "/groups/1/members"
        },
        Planted("a relative next link", .wrongAnnotation, .members) {
            change(&$0.response, "@odata.nextLink", "/v1.0/users?$skiptoken=x")
        },
        Planted("no context", .missingMember, .getUser) { change(&$0.response, "@odata.context", nil) },
        Planted("a context of a collection", .wrongAnnotation, .getUser) {
            change(&$0.response, "@odata.context", "https://localhost:8443/v1.0/$metadata#users")
        },
        Planted("a context of no set", .wrongAnnotation, .getUser) {
            change(&$0.response, "@odata.context", "https://localhost:8443/v1.0/$metadata#me/$entity")
        },
        Planted("a context elsewhere", .wrongAnnotation, .getUser) {
            change(&$0.response, "@odata.context", "https://localhost:8443/beta/$metadata#users/$entity")
        },
    ]

    private static let errors: [Planted] = [
        Planted("an error of OAuth", .wrongError, .notFound) { $0.response = ["error": "invalid_request"] },
        Planted("an error without code", .wrongError, .notFound) {
            $0.response = $0.response?.with("error", "code", value: nil)
        },
        Planted("an error without message", .wrongError, .notFound) {
            $0.response = $0.response?.with("error", "message", value: "")
        },
        Planted("an error without what is inside", .wrongError, .notFound) {
            $0.response = $0.response?.with("error", "innerError", value: nil)
        },
        Planted("an error's time with an offset", .wrongError, .notFound) {
            $0.response = $0.response?.with("error", "innerError", "date", value: "2026-02-20T10:52:26Z")
        },
        Planted("another request id", .wrongError, .notFound) {
            $0.response = $0.response?.with(
                "error", "innerError", "request-id", value: "00000000-0000-4000-8000-000000000000")
        },
        Planted("an unknown member of an error", .wrongError, .notFound) {
            $0.response = $0.response?.with("error", "hint", value: "x")
        },
        Planted("an error without a body", .wrongError, .notFound) {
            $0.response = nil
            $0.responseFields.remove("Content-Type")
        },
    ]

    private static let fields: [Planted] = [
        Planted("no request id", .wrongHeader, .getUser) { $0.responseFields.remove("request-id") },
        Planted("a request id of another form", .wrongHeader, .getUser) { $0.responseFields.set("request-id", "7") },
        Planted("no client request id", .wrongHeader, .getUser) { $0.responseFields.remove("client-request-id") },
        Planted("another client request id", .wrongHeader, .getUser) { $0.fields.set("client-request-id", "mine") },
        Planted("no version of OData", .wrongHeader, .getUser) { $0.responseFields.remove("OData-Version") },
        Planted("another content type", .wrongHeader, .getUser) {
            $0.responseFields.set("Content-Type", "application/json; charset=utf-8")
        },
        Planted("a content type without content", .wrongHeader, .deleteUser) {
            $0.responseFields.set("Content-Type", "application/json")
        },
        Planted("an error as text", .wrongHeader, .notFound) { $0.responseFields.set("Content-Type", "text/plain") },
    ]

    private static let batches: [Planted] = [
        Planted("a batch without responses", .missingMember, .batch) { $0.response = [:] },
        Planted("a fault inside a batch", .wrongType, .batch) {
            $0.response = $0.response?.with("responses", "0", "body", "displayName", value: 7)
        },
        Planted("an unknown path inside a batch", .unknownPath, .batch) {
            $0.body = $0.body?.with("requests", "0", "url", value: "/persons/1")
        },
        Planted("a status as text", .wrongType, .batch) {
            $0.response = $0.response?.with("responses", "0", "status", value: "200")
        },
        Planted("a request of a batch without URL", .missingMember, .batch) {
            $0.body = $0.body?.with("requests", "0", "url", value: nil)
        },
    ]

    private static func change(_ value: inout JSONValue?, _ name: String, _ member: JSONValue?) {
        value = value?.with(name, value: member)
    }
}
