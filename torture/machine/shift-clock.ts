// Loaded before a server (`node --import`): its clock is CLOCK_SHIFT_MS ahead, or behind. The clock
// of the database, which the market doesn't go by, stays.
const shiftMs = Number(process.env.CLOCK_SHIFT_MS)
const RealDate = Date

class ShiftedDate extends RealDate {
  constructor(...args: [] | [string | number | Date]) {
    super(...((args.length === 0 ? [RealDate.now() + shiftMs] : args) as [number]))
  }
  static override now(): number {
    return RealDate.now() + shiftMs
  }
}
globalThis.Date = ShiftedDate as DateConstructor
