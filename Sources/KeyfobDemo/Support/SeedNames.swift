#if Server
/// The content of a fresh provider, by name: the seed data of the command line's contract.
enum SeedNames {
    static let tenant = "contoso.test"
    static let ada = "ada@contoso.test"
    static let grace = "grace@contoso.test"
    static let password = "Keyfob-demo-1"
    static let suite = "aaaaaaaa-0000-4000-8000-000000000001"
    static let otherVendor = "aaaaaaaa-0000-4000-8000-000000000002"
    /// The client id of brokers.
    static let broker = "29d9ed98-a469-4536-ade2-f981bc1d605e"
    /// Contoso's service, a confidential client.
    static let web = "aaaaaaaa-0000-4000-8000-000000000008"
    /// The permission to call the service.
    static let access = "api://contoso-web/Access"
    static let filesAppID = "aaaaaaaa-0000-4000-8000-0000000000f1"
    static let read = "api://files/Files.Read"
    static let readWrite = "api://files/Files.ReadWrite"
}
#endif
