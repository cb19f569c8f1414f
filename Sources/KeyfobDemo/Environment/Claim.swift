#if Server
/// One row of the demo: a sentence, and its proof.
struct Claim: Sendable {
    let sentence: String
    /// Proves the sentence and returns the evidence; throws ``Disproved`` if it does not hold.
    let prove: @Sendable (DemoEnvironment) async throws -> String
    /// Whether it depends on the device's identification of callers, which proves nothing where all apps share a user
    /// id.
    let needsCallers: Bool

    init(
        _ sentence: String, needsCallers: Bool = false,
        prove: @escaping @Sendable (DemoEnvironment) async throws -> String
    ) {
        self.sentence = sentence
        self.needsCallers = needsCallers
        self.prove = prove
    }
}
#endif
