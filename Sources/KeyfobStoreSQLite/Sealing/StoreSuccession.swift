/// What took a seal's place: the seal that the database has now, and a way to what is in it now.
struct StoreSuccession: Sendable {
    let seal: StoreSeal
    /// What is sealed of a row that still says the same; nil if there is none any more.
    let content: @Sendable (EntityRow) -> [UInt8]?
}
