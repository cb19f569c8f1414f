package import KeyfobCore
package import KeyfobOAuth

/// Evaluates queries without a directory, so that their cost can be measured.
package enum QueryMeasurement {
    /// Reads the query options of a request for users, evaluates them on one and writes it.
    ///
    /// - Returns: the status of the error; nil for none.
    @discardableResult
    package static func status(of request: HTTPRequest, on members: [String: JSONValue]) -> Int? {
        let budget = QueryBudget()
        do {
            let query = try ODataQuery(request).checked(for: .user)
            let user = VisibleEntity(made: GraphEntity(.user, id: "1", members))
            try budget.begin()
            if try query.accepts(user, budget) { _ = user.json(select: query.select) }
            return nil
        } catch {
            return error.status
        }
    }

    /// Reads a batch, and evaluates each of its requests.
    package static func evaluate(batch: HTTPRequest, on members: [String: JSONValue]) {
        guard let parts = try? GraphBatch.parts(batch) else { return }
        for part in parts { status(of: part.request, on: members) }
    }
}
