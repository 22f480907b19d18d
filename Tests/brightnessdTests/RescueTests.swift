import Testing

@Suite struct RescueTests {
  @Test func `a light that a killed program held is back, and nothing is left behind`() throws {
    let run = try Run("", of: "rescue")

    #expect(
      run.output == """
        A light is held by a program, and the program is killed.

           brightnessd --simulate                  600 of 1000
           a client holds everything at 100 %      1000 of 1000
           kill -9                                 600 of 1000

           ✔ Nobody said goodbye, and the light is back.

        """
    )
    #expect(run.status == 0)
  }
}
