import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// `/_admin/devices/{id}/trust-type`: how a device belongs to its organization. In Microsoft Graph nothing changes it,
/// because a directory of the organization's own reports hybrid join.
enum AdminDevices {
    private static let types: KeyValuePairs<String, RegisteredDevice.JoinType> = [
        "AzureAd": .join, "Workplace": .register, "ServerAd": .hybrid,
    ]

    private static let body = AdminSchema.object(required: [
        "trustType": .choice("As in Microsoft Graph's device.", types.map(\.key))
    ])

    static let operations = [
        AdminOperation(
            .put, "/_admin/devices/{id}/trust-type", "Sets how a device is joined.", request: body, .json(body), set)
    ]

    private static func set(_ context: RequestContext) async throws -> HTTPResponse {
        let name = try DirectoryDocument(context, known: body.memberNames).required("trustType")
        guard let type = types.first(where: { $0.key == name })?.value else {
            throw DirectoryError.invalid("'trustType' is \(types.map(\.key).joined(separator: ", ")).")
        }
        let id = (context.pathValues["id"] ?? "").lowercased()
        try await context.transaction { transaction in
            guard var device = try transaction.device(id: id) else {
                throw DirectoryError.notFound("There is no such device.")
            }
            device.joinType = type
            try transaction.put(device)
        }
        return .json(["trustType": .string(name)])
    }
}
