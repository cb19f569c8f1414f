import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// The named locations that policies use.
enum LocationPages {
    static func list(_ request: PortalRequest) async throws -> HTTPResponse {
        let locations = request.context.directory.policies(of: request.tenant.id).locations
        let rows: [[HTML]] = locations.map { location in
            let ranges = (location.document["ipRanges"]?.arrayValue ?? []).compactMap { $0["cidrAddress"]?.stringValue }
            let remove: HTML? =
                request.may(.writePolicies)
                ? request.button(
                    "Delete", about: location.displayName, to: HTML.address("locations", location.id, "delete")) : nil
            return [
                .text(location.displayName), .text(ranges.joined(separator: ", ")),
                .text(location.isTrusted ? "trusted" : "not trusted"), "\(remove)",
            ]
        }
        let add: HTML? =
            request.may(.writePolicies)
            ? """
            <h2>New location</h2>
            \(request.form("location", to: "/portal/locations", label: "Create", [
                request.field("location", "displayName", "Name"),
                request.lines("location", "ranges", "Ranges of addresses", "",
                    hint: "One a line, such as 192.0.2.0/24 or 2001:db8::/32."),
                request.box("location", "isTrusted", "The location is trusted", false),
            ]))
            """ : nil
        return PortalPage(
            id: "locations", title: "Named locations", section: .locations,
            content: """
                \(PortalTable(
                    caption: "\(locations.count) locations", columns: ["Name", "Addresses", "Trust", ""], rows: rows).html)\(add)
                """
        ).response(request)
    }

    static func create(_ request: PortalRequest) async throws -> HTTPResponse {
        try await request.acting("location", showing: list) {
            let name = try request.required("displayName", "The name")
            let ranges = request.lines("ranges")
            guard !ranges.isEmpty else { throw DirectoryError.field("ranges", "The ranges are missing.") }
            let json: JSONValue = [
                "@odata.type": "#microsoft.graph.ipNamedLocation", "displayName": .string(name),
                "isTrusted": .bool(request.isTicked("isTrusted")),
                "ipRanges": .array(
                    ranges.map { range in
                        [
                            "@odata.type": .string(
                                range.contains(":")
                                    ? "#microsoft.graph.iPv6CidrRange" : "#microsoft.graph.iPv4CidrRange"),
                            "cidrAddress": .string(range),
                        ]
                    }),
            ]
            let location: NamedLocation
            do throws(PolicyFormatError) { location = try NamedLocation(json, id: request.context.random.uuid()) } catch
            {
                throw DirectoryError.field("ranges", error.description)
            }
            try await request.edit { try $0.put(location) }
            return "/portal/locations?done=created"
        }
    }

    static func delete(_ request: PortalRequest) async throws -> HTTPResponse {
        let (id, tenantID) = (request.id, request.tenant.id)
        let known = request.context.directory.policies(of: tenantID)
        guard known.locations.contains(where: { $0.id == id }) else {
            throw DirectoryError.notFound("This directory has no such location.")
        }
        try PolicyRules.checkRemoval(ofLocation: id, from: known)
        try await request.context.transaction {
            try $0.removeDirectoryObject(.namedLocation, id: id, tenantID: tenantID)
        }
        return .seeOther("/portal/locations?done=removed")
    }
}
