#if Server
import HTTPTypes
import KeyfobOAuth

extension HTTPTypes.HTTPResponse {
    /// The head of a response as it is written to the connection.
    ///
    /// Leaves out a field whose name is not a token, and replaces a status that HTTP does not define with 500, so that
    /// neither ends the process.
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
