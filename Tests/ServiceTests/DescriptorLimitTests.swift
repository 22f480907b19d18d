import Glibc
import Testing

@testable import Service

@Suite struct DescriptorLimitTests {
  @Test func `a low limit is raised to that of the unit`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      set(rlimit(rlim_cur: 64, rlim_max: 5000))
      DescriptorLimit.raise()
      exit(current == 4096 ? 0 : 1)
    }
  }

  @Test func `a low limit is raised to the highest that the administrator allows`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      set(rlimit(rlim_cur: 64, rlim_max: 1000))
      DescriptorLimit.raise()
      exit(current == 1000 ? 0 : 1)
    }
  }

  @Test func `a higher limit stays`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      set(rlimit(rlim_cur: 4500, rlim_max: 5000))
      DescriptorLimit.raise()
      exit(current == 4500 ? 0 : 1)
    }
  }
}

private func set(_ limit: rlimit) {
  var limit = limit
  guard setrlimit(DescriptorLimit.resource, &limit) == 0 else { exit(2) }
}

private var current: rlim_t {
  var limit = rlimit()
  getrlimit(DescriptorLimit.resource, &limit)
  return limit.rlim_cur
}
