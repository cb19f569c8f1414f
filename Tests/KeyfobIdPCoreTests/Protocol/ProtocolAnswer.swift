import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting

/// A response, read where the row expects it.
struct ProtocolAnswer {
    let response: HTTPResponse
    /// The members of the document, or the parameters of the redirect.
    let members: [String: JSONValue]
    /// `json`, `page`, `redirect`, `fragment`, `form` or `text`
    let place: String
    let number: Int?
    let page: String?

    init(_ response: HTTPResponse) {
        self.response = response
        if let location = response.fields["Location"] {
            let isFragment = location.contains("#")
            let reply = location.split(separator: isFragment ? "#" : "?", maxSplits: 1).dropFirst().first
            members = Self.members(String(reply ?? ""))
            place = isFragment ? "fragment" : "redirect"
            number = Self.number(members["error_description"]?.stringValue)
            page = nil
            return
        }
        if let json = try? JSONValue(parsing: response.body), let object = json.objectValue {
            members = object
            place = "json"
            number = json["error_codes"]?.arrayValue?.first?.integerValue.map { Int($0) }
            page = nil
            return
        }
        let document = HTMLDocument(String(decoding: response.body, as: UTF8.self))
        guard let name = document.pageName else {
            (members, place, number, page) = ([:], "text", nil, nil)
            return
        }
        page = name
        let form = document.forms.first
        let fields = form?.controls.filter { $0.type == "hidden" } ?? []
        members = Dictionary(fields.map { ($0.name, .string($0.value)) }) { first, _ in first }
        place = name == "form-post" ? "form" : "page"
        number = Self.number(document.textByID["error-code"] ?? members["error_description"]?.stringValue)
    }

    private static func members(_ text: String) -> [String: JSONValue] {
        let parameters = (try? FormParameters(parsing: text)) ?? FormParameters()
        return Dictionary(parameters.pairs.map { ($0.name, .string($0.value)) }) { first, _ in first }
    }

    private static func number(_ text: String?) -> Int? {
        guard let text, text.hasPrefix("AADSTS") else { return nil }
        return Int(text.dropFirst(6).prefix { $0.isNumber })
    }

    /// A member, or a claim: `access_token.aud`, `access_token#kid` of the header, `@Location` of the response.
    func value(_ name: String) -> JSONValue? {
        if name.hasPrefix("@") { return response.fields[String(name.dropFirst())].map { .string($0) } }
        if let known = members[name] { return known }
        if name == "page" { return page.map { .string($0) } }
        for (mark, isClaim) in [("#", false), (".", true)] {
            let halves = name.split(separator: Character(mark), maxSplits: 1).map(String.init)
            guard halves.count == 2, let token = members[halves[0]]?.stringValue, let jws = try? JWS(compact: token)
            else {
                continue
            }
            let part = token.split(separator: ".").first.flatMap { Base64URL.decode(String($0)) } ?? []
            return (try? JSONValue(parsing: isClaim ? jws.payload : part))?[halves[1]]
        }
        return nil
    }
}
