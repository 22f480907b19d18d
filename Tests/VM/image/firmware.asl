/*
 * A laptop's firmware for the kernel's own drivers: two panels for `video`, a keyboard light for `cros_kbd_led_backlight`,
 * and a light sensor for `acpi-als`.
 * Tests call the methods that begin with T.
 */
DefinitionBlock ("", "SSDT", 2, "TESTS", "LIGHT", 0x00000001)
{
    External (\_SB.PCI0.S10, DeviceObj)

    Scope (\_SB.PCI0.S10)
    {
        Method (_DOS, 1, NotSerialized) { }

        /* Bit 31: numbering of displays; bit 16: the firmware detects displays; 0x04xx: internal panels. */
        Name (_DOD, Package () { 0x80010400, 0x80010410 })

        Device (LCD0)
        {
            Name (_ADR, 0x0400)
            Name (LEVL, 80)
            Name (SENT, Zero)   /* number of levels that the kernel has sent */
            Name (LAST, Zero)   /* when it sent the last one, in units of 100 ns */

            /* The levels on mains and on battery, then all levels. */
            Name (_BCL, Package () {
                100, 50,
                0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50,
                55, 60, 65, 70, 75, 80, 85, 90, 95, 100 })
            Method (_BCM, 1, Serialized)
            {
                LEVL = Arg0
                SENT++
                LAST = Timer
            }
            Method (_BQC, 0, NotSerialized) { Return (LEVL) }
            Method (_DCS, 0, NotSerialized) { Return (0x1F) }
            Method (_DGS, 0, NotSerialized) { Return (One) }
            Method (_DSS, 1, NotSerialized) { }

            Method (TUP, 0, NotSerialized) { Notify (LCD0, 0x86) }
            Method (TDN, 0, NotSerialized) { Notify (LCD0, 0x87) }
            Method (TSET, 1, NotSerialized) { LEVL = Arg0 }
            Method (TGET, 0, NotSerialized) { Return (LEVL) }
            Method (TCNT, 0, NotSerialized) { Return (SENT) }
            /* Integers have 32 bits here, so this is right for seven minutes. */
            Method (TAGE, 0, NotSerialized) { Return (Timer - LAST) }
        }

        Device (LCD1)
        {
            Name (_ADR, 0x0410)
            Name (LEVL, 40)
            Name (_BCL, Package () { 90, 40, 10, 12, 16, 24, 40, 60, 75, 90 })
            Method (_BCM, 1, Serialized) { LEVL = Arg0 }
            Method (_BQC, 0, NotSerialized) { Return (LEVL) }
            Method (_DCS, 0, NotSerialized) { Return (0x1F) }
        }
    }

    Scope (\_SB)
    {
        Device (KBLT)
        {
            Name (_HID, "GOOG0002")
            Name (_UID, One)
            Name (_STA, 0x0F)
            Name (LEVL, Zero)
            Method (KBQC, 0, NotSerialized) { Return (LEVL) }
            Method (KBCM, 1, Serialized) { LEVL = Arg0 }
        }

        Device (ALS0)
        {
            Name (_HID, "ACPI0008")
            Name (_STA, 0x0F)
            Name (LUX, 300)
            Name (READ, Zero)   /* how often the kernel has read it */
            Method (_ALI, 0, Serialized)
            {
                READ++
                Return (LUX)
            }
            Method (TSET, 1, NotSerialized) { LUX = Arg0 }
            Method (TCNT, 0, NotSerialized) { Return (READ) }
        }
    }
}
