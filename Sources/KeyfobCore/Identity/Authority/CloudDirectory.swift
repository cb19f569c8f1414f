/// The clouds that one client knows: the static table, those that its configuration adds, and those that instance
/// discovery returned.
///
/// A host belongs to one cloud only, and the first entry stays: neither a configuration nor a server can make its host
/// an alias of the public cloud and so receive that cloud's tokens.
package struct CloudDirectory: Sendable, Hashable {
    private var added: [Cloud] = []

    /// The ``Cloud/known`` clouds alone.
    package init() {}

    /// The known clouds and further ones; a cloud that names a host of another cloud is left out.
    package init(adding clouds: [Cloud]) {
        for cloud in clouds { add(cloud) }
    }

    /// Adds a cloud, unless one of its names is another cloud's.
    ///
    /// - Returns: whether the directory contains it now.
    @discardableResult
    package mutating func add(_ cloud: Cloud) -> Bool {
        if added.contains(cloud) || Cloud.known.contains(cloud) { return true }
        guard !cloud.aliases.contains(where: isKnown) else { return false }
        added.append(cloud)
        return true
    }

    /// Whether a host is a name of one of the clouds.
    ///
    /// - Parameter host: with port, if it is not 443.
    package func isKnown(_ host: String) -> Bool {
        let host = host.lowercased()
        return Cloud.isKnown(host) || added.contains { $0.aliases.contains(host) }
    }

    /// Returns the cloud of a host; an unknown host is a cloud by itself.
    package func cloud(of host: String) -> Cloud {
        guard !added.isEmpty else { return Cloud.containing(host) }
        let host = host.lowercased()
        return added.first { $0.aliases.contains(host) } ?? Cloud.containing(host)
    }
}
