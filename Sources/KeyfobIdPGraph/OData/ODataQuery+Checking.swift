import KeyfobCore

extension ODataQuery {
    /// Returns the query with the names as a type spells them.
    ///
    /// - Throws: ``GraphError`` for a property or relationship that the type does not have.
    func checked(for type: GraphType) throws(GraphError) -> ODataQuery {
        var out = self
        if let select {
            var names: [String] = []
            for name in select {
                // A relationship may be selected too; its objects come by `$expand`.
                if type.relationships.contains(where: { $0.lowercased() == name.lowercased() }) { continue }
                let plain = name.split(separator: "/").first.map(String.init) ?? name
                guard let property = type.property(plain) else {
                    throw .malformed(
                        "Parsing OData Select and Expand failed: " + Self.unknown(name, type))
                }
                if !names.contains(property.name) { names.append(property.name) }
            }
            out.select = names
        }
        for (index, expansion) in expand.enumerated() {
            guard let name = type.relationships.first(where: { $0.lowercased() == expansion.relationship.lowercased() })
            else {
                throw .malformed(
                    "Parsing OData Select and Expand failed: " + Self.unknown(expansion.relationship, type))
            }
            out.expand[index] = Expansion(relationship: name, select: expansion.select)
        }
        out.filter = try filter.map { (expression) throws(GraphError) in try expression.checked(for: type, []) }
        out.orderBy = []
        for order in orderBy {
            out.orderBy.append(Order(path: try type.path(order.path, []), isDescending: order.isDescending))
        }
        return out
    }

    fileprivate static func unknown(_ name: String, _ type: GraphType) -> String {
        "Could not find a property named '\(name.prefix(64))' on type 'microsoft.graph.\(type.name)'."
    }
}

extension GraphType {
    /// A path whose first name is the type's own spelling, unless it is the variable of a lambda.
    fileprivate func path(_ names: [String], _ variables: Set<String>) throws(GraphError) -> [String] {
        guard let first = names.first, !variables.contains(first) else { return names }
        guard let property = property(first) else {
            if relationships.contains(where: { $0.lowercased() == first.lowercased() }) {
                throw .unsupported(
                    "The specified filter to the reference property query is currently not supported.")
            }
            throw .malformed(ODataQuery.unknown(first, self))
        }
        return [property.name] + names.dropFirst()
    }
}

extension FilterExpression {
    fileprivate func checked(
        for type: GraphType, _ variables: Set<String>
    ) throws(GraphError) -> FilterExpression {
        switch self {
        case .comparison(let left, let comparison, let right):
            .comparison(try left.checked(for: type, variables), comparison, try right.checked(for: type, variables))
        case .function(let function, let first, let second):
            .function(function, try first.checked(for: type, variables), try second.checked(for: type, variables))
        case .member(let operand, let literals): .member(try operand.checked(for: type, variables), of: literals)
        case .truth(let operand): .truth(try operand.checked(for: type, variables))
        case .and(let first, let second):
            .and(try first.checked(for: type, variables), try second.checked(for: type, variables))
        case .or(let first, let second):
            .or(try first.checked(for: type, variables), try second.checked(for: type, variables))
        case .not(let inner): .not(try inner.checked(for: type, variables))
        case .any(let path, let variable, let inner):
            .any(
                try type.path(path, variables), variable: variable,
                try inner.map { (inner) throws(GraphError) in
                    try inner.checked(for: type, variables.union([variable]))
                })
        case .all(let path, let variable, let inner):
            .all(
                try type.path(path, variables), variable: variable,
                try inner.checked(for: type, variables.union([variable])))
        }
    }
}

extension FilterExpression.Operand {
    fileprivate func checked(
        for type: GraphType, _ variables: Set<String>
    ) throws(GraphError) -> FilterExpression.Operand {
        switch self {
        case .path(let names): .path(try type.path(names, variables))
        case .count(let names): .count(try type.path(names, variables))
        case .literal: self
        }
    }
}
