// The most that somebody wants to pay, as they write it in a search: 'under 100', 'rs 150 tak'.

type NamedPrice = {
  /** In rupees. */
  maxPrice: number
  /** What was typed without it. */
  search: string
}

const currency = '(?:rs\\.?|inr|₹)'
const amount = '(\\d{2,5})'
const priced = `(?:${currency}\\s*)?${amount}(?:\\s*(?:rs\\.?|rupees|/-))?`
const most = '(?:under|below|less than|up to|upto)'
const mostBehind = '(?:tak|तक|se kam|से कम|or less)'
const patterns = [
  `${most}\\s+${priced}`,
  `${priced}\\s+${mostBehind}`,
  `${currency}\\s*${amount}`,
  `${amount}\\s*(?:rs\\.?|rupees|/-)`,
].map((pattern) => new RegExp(`(?<!\\S)${pattern}(?!\\S)`, 'iu'))

/** Only a number that is said to be money. */
export function findNamedPrice(search: string): NamedPrice | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(search)
    if (!found) continue
    const rest = search.slice(0, found.index) + search.slice(found.index + found[0].length)
    return { maxPrice: Number(found[1]), search: rest.replace(/\s+/g, ' ').trim() }
  }
  return undefined
}
