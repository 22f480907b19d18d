import Composable
import Testing

@Suite struct PresentationActionTests {
  @Test func `each case has a path`() {
    #expect(payload(.dismiss, of: PresentationAction<Child>.dismiss) != nil)
    #expect(payload(.presented, of: PresentationAction.presented(Child.tapped)) == .tapped)
    #expect(payload(.presented, of: PresentationAction<Child>.dismiss) == nil)
  }

  @Test func `a path goes on into the child`() {
    let action = Feature.child(.presented(.typed("a")))

    #expect(payload(.child.presented.typed, of: action) == "a")
    #expect(payload(.child.presented.tapped, of: action) == nil)
    #expect(payload(.child.dismiss, of: action) == nil)
    #expect(CasePath<Feature, String>.child.presented.typed("a") == action)
  }
}
