import Testing

@testable import Wayland

@Suite struct ObjectTableTests {
  private var objects = ObjectTable()

  @Test mutating func `numbers have no gap, and begin after that of the display`() {
    #expect(objects[1] == .display)
    #expect([objects.add(.registry), objects.add(.firstAnswer), objects.add(.seat)] == [2, 3, 4])
    #expect(objects[3] == .firstAnswer)
  }

  @Test mutating func `a number is used again when the compositor has deleted it, and not before`() {
    let first = objects.add(.firstAnswer)
    objects.destroy(first)
    let second = objects.add(.seat)
    objects.free(first)
    let third = objects.add(.notifier)

    #expect((first, second, third) == (2, 3, 2))
    #expect(objects[2] == .notifier)
  }

  @Test mutating func `an object that was destroyed is not found, but its interface is known`() {
    let number = objects.add(.seat)
    objects.destroy(number)

    #expect(objects[number] == nil)
    #expect(objects.interface(of: number) == "wl_seat")
    objects.free(number)
    #expect(objects.interface(of: number) == nil)
  }

  @Test(arguments: [0, 1, 2, 3, .max] as [UInt32])
  mutating func `a number that was not destroyed is not freed`(number: UInt32) {
    let seat = objects.add(.seat)

    objects.free(number)

    #expect(objects[seat] == .seat)
    #expect(objects.add(.notifier) == 3)
  }
}
