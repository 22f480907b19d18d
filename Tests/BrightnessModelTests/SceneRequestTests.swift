import Testing

import BrightnessModel

@Suite struct SceneRequestTests {
  @Test func `a request at every limit is accepted`() throws {
    let longest = String(repeating: "ä", count: 512)
    let claims = Array(repeating: Claim(.at(50)), count: 32)

    let shortest = try SceneRequest(name: longest, reason: longest, claims: claims, expires: .nanoseconds(1))
    let slowest = try SceneRequest(claims: claims, expires: .seconds(30 * 86_400), fade: .seconds(3600))

    #expect(shortest.claims.count == 32)
    #expect(slowest.fade == .seconds(3600))
  }

  @Test func `a request without claims is refused`() {
    let error = #expect(throws: SessionError.self) { try SceneRequest(claims: []) }

    #expect(error == .noClaims)
    #expect(error?.description == "cannot push 'claims': expected at least one, found none")
  }

  @Test func `a request with one claim above the limit is refused`() {
    let claims = Array(repeating: Claim(.at(50)), count: 33)

    let error = #expect(throws: SessionError.self) { try SceneRequest(claims: claims) }

    #expect(error == .beyond(.claims, limit: 32, found: 33))
    #expect(error?.description == "cannot push 'claims': expected at most 32 claims in a scene, found 33")
  }

  @Test func `a text one byte above the limit is refused`() {
    let text = String(repeating: "ä", count: 512) + "a"
    let refused = [
      #expect(throws: SessionError.self) { try SceneRequest(name: text, claims: [Claim(.at(1))]) },
      #expect(throws: SessionError.self) { try SceneRequest(reason: text, claims: [Claim(.at(1))]) },
    ]

    #expect(refused == [.name, .reason].map { .beyond($0, limit: 1024, found: 1025) })
    #expect(refused[1]?.description == "cannot push 'reason': expected at most 1024 bytes, found 1025")
  }

  @Test(arguments: [
    Duration.zero, .milliseconds(-1), .seconds(30 * 86_400) + .milliseconds(1), .milliseconds(Int64.max),
  ])
  func `an expiry of no time or beyond 30 days is refused`(expires: Duration) {
    let error = #expect(throws: SessionError.self) { try SceneRequest(claims: [Claim(.at(1))], expires: expires) }

    #expect(error == .durationOutOfRange(.expires, expires))
    #expect(
      error?.description == "cannot push 'expires': expected a time above 0 and of at most 30 days, found \(expires)"
    )
  }

  @Test(arguments: [Duration.milliseconds(-1), .milliseconds(3_600_001), .milliseconds(Int64.max)])
  func `a negative fade, or one beyond an hour, is refused`(fade: Duration) {
    let error = #expect(throws: SessionError.self) { try SceneRequest(claims: [Claim(.at(1))], fade: fade) }

    #expect(error?.description == "cannot push 'fade': expected at most an hour, found \(fade)")
  }
}
