import KeyfobCore
import KeyfobOAuth

/// The query options of a request (OData 4.0, part 2, section 5.1).
struct ODataQuery: Sendable {
    /// A property to sort by.
    struct Order: Sendable, Hashable {
        let path: [String]
        let isDescending: Bool
    }

    /// A relationship whose objects a response contains.
    struct Expansion: Sendable, Hashable {
        let relationship: String
        /// The properties of those objects; nil for the usual ones.
        let select: [String]?
    }

    /// The largest page.
    static let mostOnPage = 999
    /// The size of a page for which the request names none.
    static let usualPage = 100
    /// The objects of a relationship that `$expand` returns.
    static let mostExpanded = 20
    /// The properties by which `$orderby` sorts.
    private static let mostOrders = 5

    var filter: FilterExpression?
    var search: SearchExpression?
    var orderBy: [Order] = []
    var select: [String]?
    var expand: [Expansion] = []
    var top: Int?
    var skip = 0
    /// Whether the response contains the number of all matches.
    var count = false
    /// Where the page begins, as a link of the page before it has it.
    var skipToken: Int64?
    /// Whether the request accepts answers that are a little out of date, which advanced queries need.
    let isEventual: Bool

    /// Reads the options of a request. Their names may lack the dollar sign; other parameters are ignored.
    ///
    /// - Throws: ``GraphError`` for an option that is unknown or malformed.
    init(_ request: HTTPRequest) throws(GraphError) {
        isEventual = request.fields["ConsistencyLevel"]?.lowercased() == "eventual"
        let parameters: FormParameters
        do { parameters = try FormParameters(parsing: request.url.query ?? "") } catch {
            throw .malformed("The query is malformed: \(error.message)")
        }
        for (name, value) in parameters.pairs { try read(name, value) }
        try checkAdvanced()
    }

    /// The query for a collection of so many objects, all of which a response contains: of its options only `$select`
    /// counts.
    func whole(_ size: Int) -> ODataQuery {
        var out = self
        out.filter = nil
        out.search = nil
        out.orderBy = []
        out.skip = 0
        out.skipToken = nil
        out.count = false
        out.top = size
        return out
    }

    private mutating func read(_ name: String, _ value: String) throws(GraphError) {
        let plain = name.lowercased().drop { $0 == "$" }
        switch plain {
        case "filter": filter = try FilterParser.parse(value)
        case "search": search = try SearchExpression(value)
        case "orderby": orderBy = try Self.orders(value)
        case "select": select = Self.list(value)
        case "expand": expand = try Self.expansions(value)
        case "top":
            guard let number = Int(value), (1...Self.mostOnPage).contains(number) else {
                throw .unsupported(
                    "Invalid page size specified: '\(value.prefix(16))'. Must be between 1 and \(Self.mostOnPage) inclusive."
                )
            }
            top = number
        case "skip":
            guard let number = Int(value), number >= 0 else { throw .malformed("The value of $skip is not a number.") }
            skip = number
        case "count": count = value.lowercased() == "true"
        case "skiptoken":
            guard let token = Int64(value), token >= 0 else {
                throw GraphError(400, "Directory_ExpiredPageToken", "The specified page token is not valid.")
            }
            skipToken = token
        case "format", "deltatoken", "levels": break
        default:
            guard !name.hasPrefix("$") else {
                throw .malformed("The query parameter '\(name.prefix(64))' is not supported.")
            }
        }
    }

    /// Microsoft Graph answers some queries only where the request accepts slightly outdated answers.
    private func checkAdvanced() throws(GraphError) {
        guard !isEventual else { return }
        if search != nil {
            throw .unsupported(
                "Request with $search query parameter only works through MSGraph with a special request header: "
                    + "'ConsistencyLevel: eventual'")
        }
        if filter?.isAdvanced == true {
            throw .unsupported(
                "The $filter needs the header 'ConsistencyLevel: eventual' and $count=true: it contains ne, not, endsWith, "
                    + "contains or a count.")
        }
        if filter != nil, !orderBy.isEmpty {
            throw .unsupported(
                "Sorting is not supported for a filter without the header 'ConsistencyLevel: eventual' and $count=true."
            )
        }
    }

    /// The names in a list, each once.
    private static func list(_ text: String) -> [String]? {
        let names = text.split(separator: ",").map { $0.drop { $0 == " " } }.map { name in
            String(name.reversed().drop { $0 == " " }.reversed())
        }
        var known: Set<String> = []
        return names.isEmpty || names.contains("*") ? nil : names.filter { known.insert($0.lowercased()).inserted }
    }

    private static func orders(_ text: String) throws(GraphError) -> [Order] {
        var out: [Order] = []
        var names: Set<String> = []
        for part in text.split(separator: ",") {
            let words = part.split(separator: " ")
            guard let name = words.first, words.count <= 2 else {
                throw .malformed("Syntax error in $orderby '\(text.prefix(128))'.")
            }
            let direction = words.count == 2 ? words[1].lowercased() : "asc"
            guard direction == "asc" || direction == "desc" else {
                throw .malformed("Syntax error in $orderby '\(text.prefix(128))'.")
            }
            guard names.insert(name.lowercased()).inserted else {
                throw .malformed("Duplicate property named '\(name.prefix(64))' is not supported in '$orderby'.")
            }
            guard names.count <= mostOrders else {
                throw .unsupported("$orderby sorts by at most \(mostOrders) properties.")
            }
            out.append(Order(path: name.split(separator: "/").map(String.init), isDescending: direction == "desc"))
        }
        return out
    }

    /// `members,owners($select=id,displayName)`
    private static func expansions(_ text: String) throws(GraphError) -> [Expansion] {
        var out: [Expansion] = []
        var names: Set<String> = []
        var rest = Substring(text)
        while !rest.isEmpty {
            let name = rest.prefix { $0 != "," && $0 != "(" }
            rest = rest.dropFirst(name.count)
            var options = ""
            if rest.first == "(" {
                guard let end = rest.firstIndex(of: ")") else {
                    throw .malformed("Parsing OData Select and Expand failed: a parenthesis is not closed.")
                }
                options = String(rest[rest.index(after: rest.startIndex)..<end])
                rest = rest[rest.index(after: end)...]
            }
            let select = options.split(separator: ";").first { $0.lowercased().hasPrefix("$select=") }
            let trimmed = name.drop { $0 == " " }
            guard !trimmed.isEmpty, rest.isEmpty || rest.first == "," else {
                throw .malformed("Parsing OData Select and Expand failed: syntax error in '\(text.prefix(128))'.")
            }
            guard names.insert(trimmed.lowercased()).inserted else {
                throw .malformed(
                    "Parsing OData Select and Expand failed: Found multiple expand terms with the same path "
                        + "'\(trimmed.prefix(64))' at one $expand, please combine them together.")
            }
            out.append(
                Expansion(relationship: String(trimmed), select: select.flatMap { list(String($0.dropFirst(8))) }))
            rest = rest.dropFirst()
        }
        return out
    }
}
