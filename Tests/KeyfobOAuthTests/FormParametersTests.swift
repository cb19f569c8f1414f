import KeyfobCore
import KeyfobOAuth
import Testing

@Suite("Forms")
struct FormParametersTests {
    @Test("names, values, escapes and plus signs are parsed in order")
    func reads() throws {
        let form = try FormParameters(parsing: "a=1&b=x+y%20z&&c&d=&e=%C3%A4=%26")
        #expect(form.pairs.map(\.name) == ["a", "b", "c", "d", "e"])
        #expect(form["b"] == "x y z")
        #expect(form["c"] == "" && form["d"] == "" && form.nonEmpty("d") == nil)
        #expect(form["e"] == "ä=&")
        #expect(form["f"] == nil)
    }

    @Test("a duplicate parameter is refused and named, in any escaped form")
    func duplicates() {
        for text in ["a=1&a=1", "a=1&%61=2", "a&b=1&a"] {
            let error = #expect(throws: FormError.self) { try FormParameters(parsing: text) }
            #expect(error?.duplicate == "a")
        }
    }

    @Test(
        "malformed forms are refused",
        arguments: ["a=%", "a=%4", "a=%zz", "%=1", "a=%FF", "a=%C3", "=1", "%C0%80=1", "a=%ED%A0%80"])
    func malformed(_ text: String) {
        #expect(throws: FormError.self) { try FormParameters(parsing: text) }
    }

    @Test("the form of a page may repeat a name, and is otherwise as strict")
    func repeatable() throws {
        let pairs = try FormParameters.repeatable(parsing: "scope=a+b&scope=%C3%A4&&none")
        #expect(pairs.map(\.name) == ["scope", "scope", "none"] && pairs.map(\.value) == ["a b", "ä", ""])
        for text in ["a=%", "a=%FF", "a=e" + String(repeating: "%CC%81", count: 40)] {
            #expect(throws: FormError.self) { try FormParameters.repeatable(parsing: text) }
        }
    }

    @Test("a hundred parameters are parsed, one more is refused")
    func limit() throws {
        let hundred = (0..<100).map { "p\($0)=1" }.joined(separator: "&")
        #expect(try FormParameters(parsing: hundred).pairs.count == 100)
        #expect(throws: FormError.self) { try FormParameters(parsing: hundred + "&q=1") }
    }

    @Test("every parameter is found, and a duplicate refused, however many there are", arguments: 1...40)
    func anyNumber(count: Int) throws {
        let form = (0..<count).map { "name\($0)=value\($0)" }.joined(separator: "&")
        var parameters = try FormParameters(parsing: form)
        for index in 0..<count { #expect(parameters["name\(index)"] == "value\(index)") }
        #expect(parameters["name\(count)"] == nil)
        for index in 0..<count {
            #expect(throws: FormError.self) { try FormParameters(parsing: "\(form)&name\(index)=again") }
        }
        parameters.set("name0", "other")
        parameters.set("name\(count)", "last")
        #expect(parameters["name0"] == "other")
        #expect(parameters["name\(count)"] == "last")
        #expect(parameters.pairs.count == count + 1)
        #expect(try FormParameters(parsing: parameters.encoded) == parameters)
    }

    @Test("every text survives writing and parsing")
    func roundTrip() throws {
        let values = ["", " ", "+", "%", "&=?#", "ä€😀", "a\r\nb", "\u{0}", String(repeating: "x", count: 5000)]
        let form = FormParameters(values.enumerated().map { ("n\($0.offset) &=", $0.element) })
        let read = try FormParameters(parsing: form.encoded)
        #expect(read == form)
        #expect(!form.encoded.contains(" ") && !form.encoded.contains("+"))
    }

    @Test("a URL's own query is retained, before the added parameters")
    func append() throws {
        let url = try #require(HTTPURL("https://login.test/authorize?p=policy"))
        #expect(
            FormParameters([("a", "b c")]).appended(to: url).description
                == "https://login.test/authorize?p=policy&a=b%20c")
        #expect(FormParameters().appended(to: url) == url)
    }

    @Test("values are never printed")
    func redacted() {
        let form = FormParameters([("code", "SECRET")])
        var dumped = ""
        dump(HTTPRequest.form(HTTPURL("https://a.test/")!, form), to: &dumped)
        dump(form, to: &dumped)
        #expect(!"\(form)\(dumped)".contains("SECRET"))
    }

    @Test("damaged forms are parsed or refused, and never trap")
    func damaged() {
        let text = "grant_type=authorization_code&code=a%2Fb&scope=openid+profile&state=%C3%A4"
        for bytes in mutations(of: Array(text.utf8), count: 3000, seed: 7636) {
            let text = String(decoding: bytes, as: UTF8.self)
            guard let form = try? FormParameters(parsing: text) else { continue }
            #expect((try? FormParameters(parsing: form.encoded)) == form)
        }
    }

    @Test("a form in a body requires the right content type")
    func body() throws {
        var request = HTTPRequest.form(HTTPURL("https://a.test/")!, FormParameters([("a", "1")]))
        #expect(try request.formParameters()["a"] == "1")
        request.fields.set("content-type", "application/json")
        #expect(throws: FormError.self) { try request.formParameters() }
        request.fields.remove("Content-Type")
        #expect(throws: FormError.self) { try request.formParameters() }
    }

    @Test("the content type is compared without its parameters, spaces and letter case")
    func contentType() {
        let type = "application/x-www-form-urlencoded"
        func isRead(_ type: String) -> Bool {
            var request = HTTPRequest.form(HTTPURL("https://a.test/")!, FormParameters([("a", "1")]))
            request.fields.set("Content-Type", type)
            return (try? request.formParameters()) != nil
        }
        for accepted in [type, type.uppercased(), "\(type);charset=utf-8", "\(type) ; charset=utf-8", " \(type)"] {
            #expect(isRead(accepted), "\(accepted)")
        }
        for refused in ["", ";", ";\(type)", "\(type)x", "x\(type)", "text/plain;\(type)", "\(type)\u{301};a"] {
            #expect(!isRead(refused), "\(refused)")
        }
    }
}
