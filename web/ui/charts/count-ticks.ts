const maxSteps = 20

/** Returns ticks from 0 in steps of 1, 2, 5, 10 …; the last tick is the count itself. */
export function countTicks(count: number): number[] {
  let step = 1
  for (let i = 0; count / step > maxSteps; i++) step *= i % 3 === 1 ? 2.5 : 2
  const ticks = Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step)
  // A tick just below the last one would overlap it.
  if (count - (ticks.at(-1) ?? 0) < step / 2 && ticks.length > 1) ticks.pop()
  return [...ticks, count]
}
