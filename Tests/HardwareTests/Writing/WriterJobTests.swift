import BrightnessModel
import Guarantees
import Hardware
import HardwareTesting
import Testing

@Suite(.tags(.slowLightsAreIsolated)) struct WriterJobTests {
  @Test func `at most one job is in flight, and of the requests made meanwhile only the newest is applied`() throws {
    let written = try Written()

    for raw in 60...69 { written.apply(.level(raw)) }
    let count = written.jobs.count
    written.runUntilIdle()

    #expect(count == 1)
    #expect(written.journal() == ["read 50", "write 60", "read 60", "read 60", "write 69", "read 69"])
    #expect(written.reports() == [.wrote(69, shows: 69)])
  }

  @Test func `a request that replaced another moves the light only from where the other expected it`() throws {
    let written = try Written()
    written.read()
    written.apply(.level(80, record: .of(), expected: 50))
    written.apply(.level(90, record: .of()))
    written.step()
    _ = written.kernel.move(to: 30, by: .unknown)

    written.runUntilIdle()

    #expect(written.reports() == [.found(50), .found(30)])
    #expect(written.kernel.level == 30)
  }

  @Test func `a request made during a report is the newest`() throws {
    let written = try Written()
    written.answer(.wrote(60, shows: 60), with: .level(70))

    written.request(.level(60))

    #expect(written.kernel.level == 70)
    #expect(written.reports() == [.wrote(60, shows: 60), .wrote(70, shows: 70)])
  }

  @Test func `a hanging job is reported once, and again when it ends`() throws {
    let written = try Written()
    written.apply(.level(60))

    written.pass(.milliseconds(999))
    let early = written.reports()
    written.pass(.milliseconds(1))
    written.pass(.seconds(60))
    let late = written.reports()
    written.runUntilIdle()

    #expect(early == [])
    #expect(late == [.hangs])
    #expect(written.reports() == [.answers, .wrote(60, shows: 60)])
  }

  @Test func `requests wait for a hanging job, and each learns that it hangs`() throws {
    let written = try Written()
    written.apply(.level(60))
    written.pass(.seconds(2))

    written.apply(.level(70))
    written.apply(.level(80))
    let count = written.jobs.count
    written.runUntilIdle()

    #expect(count == 1)
    #expect(written.reports() == [.hangs, .hangs, .hangs, .answers, .wrote(80, shows: 80)])
  }

  @Test func `a released writer leaves no deadline and ignores the end of its job`() throws {
    let time = SteppedTime()
    let jobs = SteppedJobs()
    weak var gone: LightWriter?
    do {
      let written = try Written(time: time, jobs: jobs)
      written.apply(.level(60))
      gone = written.writer
    }

    #expect(gone == nil)
    #expect(time.deadlineCount == 0)
    #expect(jobs.step())
  }

  @Test func `a late job of a released writer changes neither the light nor its record`() throws {
    let jobs = SteppedJobs()
    let kernel: FakeKernel
    let records: InMemoryRestoreRecords
    do {
      let written = try Written(jobs: jobs)
      written.request(.level(80, record: .of(), expected: 50))
      written.apply(.level(50))
      kernel = written.kernel
      records = written.records
    }

    #expect(jobs.step())

    #expect(kernel.level == 80)
    #expect(records.restores == [.panel: .of()])
  }

  @Test func `a late job of a released writer starts no trigger again`() throws {
    let jobs = SteppedJobs()
    let kernel: FakeKernel
    do {
      let written = try Written(.keyboard, jobs: jobs) { $0.offer(triggers: ["timer"], active: "timer") }
      written.request(.level(0, record: .of(.keyboard), expected: 50))
      _ = jobs.step()
      written.apply(.level(50))
      kernel = written.kernel
    }

    _ = jobs.step()

    #expect(kernel.activeTrigger == "none")
  }
}
