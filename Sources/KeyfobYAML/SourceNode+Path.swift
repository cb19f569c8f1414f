extension SourceNode {
    /// The place of a member, by its path (`api.oauth2PermissionScopes[1].id`). A member that is missing is at the object
    /// that lacks it.
    package func place(ofPath path: String) -> SourcePlace {
        var node = self
        var place = self.place
        for part in path.split(separator: ".", omittingEmptySubsequences: true) {
            let name = part.prefix { $0 != "[" }
            guard let member = node.members?.first(where: { $0.name == name }) else { return place }
            node = member.node
            place = member.place
            for index in part.dropFirst(name.count).split(whereSeparator: { $0 == "[" || $0 == "]" }) {
                guard let position = Int(index), let elements = node.elements, elements.indices.contains(position)
                else { return place }
                node = elements[position]
                place = node.place
            }
        }
        return place
    }

    /// The path of the first member that a message names in quotation marks.
    package func memberNamed(in message: String) -> String? {
        let parts = message.split(separator: "'", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() where index % 2 == 1 {
            if let path = path(to: part.split(separator: ".").last.map(String.init) ?? "", depth: 0) { return path }
        }
        return nil
    }

    private func path(to name: String, depth: Int) -> String? {
        guard depth < 8 else { return nil }
        switch value {
        case .object(let members):
            if members.contains(where: { $0.name == name }) { return name }
            for member in members {
                if let rest = member.node.path(to: name, depth: depth + 1) {
                    return member.name + (rest.hasPrefix("[") ? rest : "." + rest)
                }
            }
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                if let rest = element.path(to: name, depth: depth + 1) { return "[\(index)].\(rest)" }
            }
        default: break
        }
        return nil
    }

    /// An object with other members, at the same place.
    package func with(_ members: [Member]) -> SourceNode { SourceNode(value: .object(members), place: place) }

    /// The object without some members.
    package func without(_ isLeftOut: (String) -> Bool) -> SourceNode {
        with((members ?? []).filter { !isLeftOut($0.name) })
    }
}
