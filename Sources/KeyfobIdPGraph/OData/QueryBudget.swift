/// What the evaluation of one request may cost, with all requests of a batch. The cost is counted in steps: one for
/// each object that is looked at, each condition, each comparison, and each few letters of a text.
///
/// A class, because all parts of a request count on the same one.
final class QueryBudget {
    /// The steps of a request. A directory with some 100,000 users needs them for a filter of a few conditions.
    static let ofRequest = 5_000_000
    /// The steps for one object: meanwhile its thread serves no other request.
    static let ofObject = 50_000
    /// The cost of making an object with all its properties.
    static let making = 10
    /// The steps after which other requests have their turn, and the request ends if its client is gone.
    private static let untilPause = 5_000

    private var rest: Int
    private var restOfObject = QueryBudget.ofObject
    private var sincePause = 0

    init(_ steps: Int = ofRequest) { rest = steps }

    /// Counts steps.
    ///
    /// - Throws: ``GraphError`` if the request, or the object, has cost too much, or the client is gone.
    func spend(_ steps: Int) throws(GraphError) {
        rest -= steps
        restOfObject -= steps
        sincePause += steps
        guard rest >= 0, restOfObject >= 0 else { throw .tooExpensive }
        if sincePause >= Self.untilPause, Task.isCancelled { throw .cancelled }
    }

    /// Counts the comparison or the search of a text.
    func spend(on text: String) throws(GraphError) { try spend(1 + text.utf8.count / 16) }

    /// Begins to evaluate an object.
    func begin() throws(GraphError) {
        restOfObject = Self.ofObject
        try spend(1)
    }

    /// Counts work on many objects at once.
    func spend(forMany steps: Int) throws(GraphError) {
        restOfObject = .max
        try spend(steps)
    }

    /// Lets other requests have their turn from time to time.
    ///
    /// - Throws: ``GraphError`` if the client is gone.
    func pause() async throws(GraphError) {
        guard sincePause >= Self.untilPause else { return }
        sincePause = 0
        if Task.isCancelled { throw .cancelled }
        await Task.yield()
    }
}

extension GraphError {
    /// The query costs too much.
    static var tooExpensive: GraphError {
        .unsupported(
            "The query is too expensive, so that its evaluation was ended. Use fewer or simpler conditions in $filter and "
                + "$search, expand fewer relationships, and request smaller pages with $top.")
    }

    /// The client has closed the connection, so that no client reads this.
    static var cancelled: GraphError { GraphError(499, "ClientClosedRequest", "The client has closed the connection.") }
}
