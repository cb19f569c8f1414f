import KeyfobBrokerProtocol
import Testing

@Suite struct IntuneContextTests {
    private let context = IntuneContext(enrollments: [
        IntuneEnrollment(enrollmentID: "first", userID: "ada@contoso.test", homeAccountID: "a.t"),
        IntuneEnrollment(enrollmentID: "second", userID: "grace@contoso.test", homeAccountID: "g.t"),
    ])

    @Test func `an enrolment is found by account, then by name, and the first one only without either`() {
        #expect(context.enrollmentID(homeAccountID: "G.T", userID: nil) == "second")
        #expect(context.enrollmentID(homeAccountID: "x.t", userID: "GRACE@contoso.test") == "second")
        #expect(context.enrollmentID(homeAccountID: nil, userID: nil) == "first")
        #expect(context.enrollmentID(homeAccountID: "x.t", userID: "x@contoso.test") == nil)
        #expect(IntuneContext().enrollmentID(homeAccountID: nil, userID: nil) == nil)
    }

    @Test func `Intune's records survive a round trip`() {
        #expect(
            IntuneContext(enrollmentsText: context.enrollmentsText, resourcesText: context.resourcesText) == context)
        #expect(IntuneContext(enrollmentsText: nil, resourcesText: nil) == IntuneContext())
        #expect(IntuneContext(enrollmentsText: "x", resourcesText: nil) == nil)
        #expect(IntuneContext(enrollmentsText: #"{"enrollment_ids":[{}]}"#, resourcesText: nil) == nil)
    }
}
