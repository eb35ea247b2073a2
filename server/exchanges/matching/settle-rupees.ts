/** The amount that a person pays; negative if they get money. */
export type Balance = { person: string; paise: number }
export type Transfer = { from: string; to: string; paise: number }

/**
 * Finds the transfers that settle all balances. People first pay those who get exactly what they
 * owe; then the person who owes most pays the one who gets most. For up to five people, fewer
 * transfers aren't possible. Throws an error if the balances don't add up to 0.
 */
export function settle(balances: readonly Balance[]): Transfer[] {
  if (balances.reduce((sum, { paise }) => sum + paise, 0) !== 0)
    throw new Error('The balances of a ring add up to zero.')
  const open = balances.map((one) => ({ ...one }))
  const transfers: Transfer[] = []
  const pay = (payer: Balance, receiver: Balance) => {
    const paise = Math.min(payer.paise, -receiver.paise)
    payer.paise -= paise
    receiver.paise += paise
    transfers.push({ from: payer.person, to: receiver.person, paise })
  }
  for (const payer of open) {
    const receiver = open.find(({ paise }) => payer.paise > 0 && paise === -payer.paise)
    if (receiver) pay(payer, receiver)
  }
  for (;;) {
    const sorted = open.filter(({ paise }) => paise !== 0).sort((a, b) => b.paise - a.paise)
    const [payer, receiver] = [sorted[0], sorted.at(-1)]
    if (!payer || !receiver) return transfers
    pay(payer, receiver)
  }
}
