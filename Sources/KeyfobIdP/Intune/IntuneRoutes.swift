import KeyfobIdPCore
import KeyfobOAuth

/// The addresses of the stand-in for Intune: the pages that fix a device, and the enrolment of apps.
enum IntuneRoutes {
    static let rows: [Route] = [
        Route(.get, path: "/common/intune/enroll", .pages, .v2, EnrollmentPages.showEnrollment),
        Route(.post, path: "/common/intune/enroll", .pages, .v2, EnrollmentPages.enroll),
        Route(.get, path: "/common/intune/compliance", .pages, .v2, EnrollmentPages.showCompliance),
        Route(.post, path: "/common/intune/compliance", .pages, .v2, EnrollmentPages.recheck),
        Route(.post, path: "/mam/enrollments", .enrollments, .v2, AppEnrollmentEndpoint.answer),
    ]
}
