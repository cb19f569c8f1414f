/// The method of the request that a proof-of-possession token is for (RFC 9110 section 9).
#if canImport(ObjectiveC)
@objc(MSALHttpMethod)
#endif
public enum MSALHttpMethod: UInt, Sendable {
    /// `GET`
    case GET
    /// `HEAD`
    case HEAD
    /// `POST`
    case POST
    /// `PUT`
    case PUT
    /// `DELETE`
    case DELETE
    /// `CONNECT`
    case CONNECT
    /// `OPTIONS`
    case OPTIONS
    /// `TRACE`
    case TRACE
    /// `PATCH`
    case PATCH
}

extension MSALHttpMethod {
    /// The method as written in a request line.
    var text: String {
        switch self {
        case .GET: "GET"
        case .HEAD: "HEAD"
        case .POST: "POST"
        case .PUT: "PUT"
        case .DELETE: "DELETE"
        case .CONNECT: "CONNECT"
        case .OPTIONS: "OPTIONS"
        case .TRACE: "TRACE"
        case .PATCH: "PATCH"
        }
    }
}

/// The method as written in a request line: `GET`.
///
/// - Parameter httpMethod: the method.
public func MSALParameterStringForHttpMethod(_ httpMethod: MSALHttpMethod) -> String { httpMethod.text }
