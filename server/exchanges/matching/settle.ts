import type { Transfer } from './market.ts'

export type Balance = { person: string; paise: number }

const isSet = (set: number, at: number) => (set & (1 << at)) !== 0

/** The sum of the balances in each set of them; a set is a number with a bit for each. */
const sumsOf = (balances: readonly Balance[]): number[] =>
  Array.from({ length: 1 << balances.length }, (_, set) =>
    balances.reduce((sum, { paise }, at) => (isSet(set, at) ? sum + paise : sum), 0),
  )

/**
 * Sets that are even among themselves, as many as there can be: each of k people needs k - 1
 * transfers, so each more such set is one transfer less.
 */
function evenSets(balances: readonly Balance[]): number[] {
  const sums = sumsOf(balances)
  const best: number[][] = [[]]
  for (let set = 1; set < sums.length; set++) {
    const lowest = set & -set
    let found = best[set ^ lowest] as number[]
    for (let part = set; part > 0; part = (part - 1) & set) {
      const others = best[set ^ part]
      if ((part & lowest) === 0 || sums[part] !== 0 || !others) continue
      if (others.length + 1 > found.length) found = [...others, part]
    }
    best.push(found)
  }
  return (best.at(-1) ?? []).toSorted((one, other) => (one & -one) - (other & -other))
}

/** Whoever owes most pays whoever gets most, until all are even; of equals the first. */
function settleSet(balances: Balance[]): Transfer[] {
  const transfers: Transfer[] = []
  // Each transfer settles at least one person.
  for (let round = 0; round < balances.length; round++) {
    let [payer, receiver] = [balances[0] as Balance, balances[0] as Balance]
    for (const one of balances) {
      if (one.paise > payer.paise) payer = one
      if (one.paise < receiver.paise) receiver = one
    }
    const paise = Math.min(payer.paise, -receiver.paise)
    if (paise === 0) break
    payer.paise -= paise
    receiver.paise += paise
    transfers.push({ from: payer.person, to: receiver.person, paise })
  }
  return transfers
}

/**
 * Who pays whom, with as few transfers as there can be: at most one less than there are people.
 * A balance is what a person pays, below zero what they get. Throws where they don't add up to 0.
 */
export function settle(balances: readonly Balance[]): Transfer[] {
  if (balances.reduce((sum, { paise }) => sum + paise, 0) !== 0)
    throw new Error('The balances of a ring add up to zero.')
  const open = balances.filter(({ paise }) => paise !== 0)
  return evenSets(open).flatMap((set) =>
    settleSet(open.filter((_, at) => isSet(set, at)).map((one) => ({ ...one }))),
  )
}
