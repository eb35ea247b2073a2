/** The most steps of an axis that can still be read. */
const most = 20

/** The ticks of an axis that counts: every number while there are few, then steps of 2, 5, 10, 20 …; the last one is the count. */
export function countTicks(count: number): number[] {
  let step = 1
  for (let turn = 0; count / step > most; turn++) step *= turn % 3 === 1 ? 2.5 : 2
  const ticks = Array.from({ length: Math.ceil(count / step) }, (_, place) => place * step)
  // One that stands close below the count would lie under it.
  if (count - (ticks.at(-1) ?? 0) < step / 2 && ticks.length > 1) ticks.pop()
  return [...ticks, count]
}
