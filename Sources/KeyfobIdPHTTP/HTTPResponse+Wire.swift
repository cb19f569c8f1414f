#if Server
import HTTPTypes
import KeyfobOAuth

extension HTTPTypes.HTTPResponse {
    /// The head of an answer as it goes on the wire.
    ///
    /// A field whose name is no token is left out, and a status that HTTP does not have becomes 500: neither may
    /// end the process.
    init(_ answer: KeyfobOAuth.HTTPResponse, date: String?) {
        let status = (200...599).contains(answer.status) ? answer.status : 500
        var fields = HTTPTypes.HTTPFields()
        for (name, value) in answer.fields.pairs {
            guard let name = HTTPField.Name(name) else { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        fields[.contentLength] = String(answer.body.count)
        if let date, fields[.date] == nil { fields[.date] = date }
        self.init(status: .init(code: status), headerFields: fields)
    }
}
#endif
