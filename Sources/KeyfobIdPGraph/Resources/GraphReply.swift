import KeyfobCore

/// What a request does at an address, as the transaction leaves it: filtering, sorting and writing the response follow
/// it.
enum GraphReply: Sendable {
    /// One object that the request reads.
    case object(GraphEntity, ODataQuery, context: String, isTyped: Bool = false, isExpandable: Bool = false)
    /// An object that the request has made.
    case made(GraphEntity, context: String)
    /// The first piece of a collection.
    case collection(GraphPiece, ODataQuery, GraphListing)
    /// A property of an object.
    case property(String, of: GraphEntity, context: String)
    /// Members of a response of another form.
    case members([String: JSONValue], status: Int = 200)
    /// Nothing.
    case done
}

/// How a response lists a collection.
struct GraphListing: Sendable {
    enum Form: Sendable {
        /// Pages of objects.
        case page
        /// One object, which has to be there.
        case single
        /// The number of objects, as text.
        case count
        /// References to objects.
        case references
        /// A reference to one object.
        case reference
    }

    var form = Form.page
    let context: String
    var isTyped = false
    /// Whether the objects have relationships that `$expand` names.
    var isExpandable = false
}
