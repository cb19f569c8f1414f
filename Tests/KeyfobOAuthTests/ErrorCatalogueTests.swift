import KeyfobCore
import KeyfobOAuth
import Testing

@Suite("The error catalogue")
struct ErrorCatalogueTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let number: Int
        let error: String
        let v1Error: String?
        let suberror: String?
        let status: Int
        let kind: String
        var testDescription: String { "AADSTS\(number)" }
    }

    static let rows: [Row] = {
        let text = (try? Vectors.bytes("aadsts-catalogue.tsv")).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.flatMap { line -> [Row] in
            let columns = line.split(separator: "\t").map(String.init)
            guard columns.count == 6, let status = Int(columns[4]) else { return [] }
            return columns[0].split(separator: " ").compactMap { Int($0) }.map {
                Row(
                    number: $0, error: columns[1], v1Error: columns[2] == "-" ? nil : columns[2],
                    suberror: columns[3] == "-" ? nil : columns[3], status: status, kind: columns[5])
            }
        }
    }()

    @Test("every number has the platform's response", arguments: rows)
    func number(_ row: Row) throws {
        let entry = try #require(ErrorCatalogue.entry(row.number))
        #expect(entry.error == row.error)
        #expect(entry.v1Error == row.v1Error)
        #expect(entry.suberror == row.suberror)
        #expect(entry.status == row.status)
        if row.kind != "any" { #expect(entry.isPage == (row.kind == "page")) }
    }

    @Test("the numbers are those of the reference without duplicates, and 90023")
    func complete() {
        #expect(Self.rows.count == 147)
        #expect(Set(Self.rows.map(\.number)).count == Self.rows.count)
        #expect(Set(ErrorCatalogue.all.map(\.number)) == Set(Self.rows.map(\.number) + [90023]))
        #expect(ErrorCatalogue.all.count == Self.rows.count + 1)
    }

    @Test("every entry has a well-formed sentence and a remedy", arguments: ErrorCatalogue.all.map(\.number))
    func sentences(_ number: Int) throws {
        let entry = try #require(ErrorCatalogue.entry(number))
        let remedy = try #require(entry.remedy)
        let values = Dictionary(uniqueKeysWithValues: Set(entry.placeholders).map { ($0, "VALUE") })
        let text = entry.text(values)
        #expect(text.hasSuffix(".") && remedy.hasSuffix("."))
        #expect(!text.contains("{") && !text.contains("}") && !text.contains("(not given)"))
        #expect(text.contains("VALUE") == !entry.placeholders.isEmpty)
    }

    @Test("a value with braces is not treated as a placeholder")
    func braces() throws {
        let entry = try #require(ErrorCatalogue.entry(50011))
        let text = entry.text(["redirect_uri": "{app}", "app": "SHOWN"])
        #expect(text.contains("'{app}'") && text.contains("'SHOWN'"))
    }

    @Test("an error body has the platform's form, and the client parses it", arguments: rows)
    func body(_ row: Row) throws {
        var error = OAuthError(row.number, ["app": "app", "tenant": "tenant"])
        error.claims = #"{"access_token":{}}"#
        for dialect in OAuthDialect.allCases {
            let sent = error.response(dialect, correlationID: "c-1", traceID: "t-1", now: 1_600_000_000)
            let read = try #require(OAuthErrorResponse(parsing: sent.json.bytes()))
            #expect(read == sent)
            #expect(read.error == (dialect == .v1 ? row.v1Error ?? row.error : row.error))
            #expect(read.codes == [row.number] && read.suberror == row.suberror)
            #expect(read.timestamp == "2020-09-13 12:26:40Z")
            #expect(read.traceID == "t-1" && read.correlationID == "c-1" && read.claims == error.claims)
            #expect(read.description?.hasPrefix("AADSTS\(row.number): ") == true)
            #expect(
                read.description?.hasSuffix(
                    " Trace ID: t-1 Correlation ID: c-1 Timestamp: 2020-09-13 12:26:40Z") == true)
            #expect((read.uri == nil) == [70003, 70043, 700038].contains(row.number))
        }
    }

    @Test("after a redirect the number is read from the description")
    func redirect() throws {
        let sent = OAuthError(65004, ["user": "ada", "app": "A"])
            .response(correlationID: "c", traceID: "t", now: 0)
        let read = try #require(OAuthErrorResponse(parameters: sent.redirectParameters()))
        #expect(read.codes == [65004] && read.error == "access_denied")
    }

    @Test("an error can have another name, where the platform has one")
    func overrides() {
        let tenant = OAuthError(90002, error: "invalid_tenant").response(correlationID: "", traceID: "", now: 0)
        #expect(tenant.error == "invalid_tenant" && tenant.codes == [90002])
        let declined = OAuthError.deviceAuthorizationDeclined([:]).response(correlationID: "", traceID: "", now: 0)
        #expect(declined.error == "authorization_declined")
    }

    @Test("a number can have another meaning with another name: 700023 is about a client assertion too")
    func variant() {
        let audience = OAuthError(700023, error: "invalid_client")
        #expect(audience.entry.status == 401 && audience.entry.text().contains("client assertion"))
        #expect(OAuthError(700023).entry.status == 400)
    }

    @Test("a number that is not in the catalogue is a server error, and does not trap")
    func unknown() {
        let error = OAuthError(1)
        #expect(error.entry.status == 500)
        #expect(error.response(correlationID: "", traceID: "", now: .max).timestamp == "9999-12-31 23:59:59Z")
        #expect(error.response(correlationID: "", traceID: "", now: .min).timestamp == "0000-01-01 00:00:00Z")
    }
}
