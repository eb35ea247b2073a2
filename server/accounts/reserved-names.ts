// Refuses names that could pass for Dobara itself, in any spelling that looks like them.
import { fieldError } from '#contract/common/errors.ts'

const lookAlikes: Record<string, string> = {
  ...{ а: 'a', е: 'e', о: 'o', р: 'p', с: 'c', у: 'y', х: 'x', і: 'i', ѕ: 's', ј: 'j', ԁ: 'd' },
  ...{ к: 'k', м: 'm', т: 't', н: 'h', в: 'b', г: 'r', п: 'n', ո: 'n', ս: 'u', օ: 'o', ь: 'b' },
  ...{ α: 'a', ε: 'e', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x', ɑ: 'a' },
  ...{
    ı: 'i',
    ɡ: 'g',
    '0': 'o',
    '1': 'i',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '@': 'a',
    $: 's',
    '!': 'i',
  },
}

/** Replaces lookalikes: 'D 0 b á r а' becomes 'dobara'. Digits can be letters or just digits. */
const lettersOf = (name: string, areDigitsLetters: boolean): string =>
  [...name.normalize('NFKD').toLowerCase()]
    .map((sign) => (areDigitsLetters || !/\d/.test(sign) ? (lookAlikes[sign] ?? sign) : ''))
    .join('')
    .replace(/[^\p{L}]/gu, '')

const ofTheMarket = new RegExp(
  `^(?:${[
    ...['the', 'admin', 'administrator', 'admins', 'moderator', 'mod', 'support', 'customer'],
    ...['care', 'service', 'help', 'helpline', 'desk', 'centre', 'center', 'official', 'team'],
    ...['staff', 'system'],
  ].join('|')})+$`,
)

const isReserved = (name: string): boolean =>
  /द[ोु]बारा/.test(name.normalize()) ||
  [true, false].some((areDigitsLetters) => {
    const letters = lettersOf(name, areDigitsLetters)
    return letters.includes('dobara') || ofTheMarket.test(letters)
  })

type Names = { name?: string | undefined; shopName?: string | undefined }

/** Throws a field error. People who already have such a name may keep it. */
export function rejectReservedNames({ name, shopName }: Names, current: Names = {}): void {
  if (name !== undefined && name !== current.name && isReserved(name))
    throw fieldError('name', 'This name is reserved. Use your own name.')
  if (shopName !== undefined && shopName !== current.shopName && isReserved(shopName))
    throw fieldError('shopName', 'This name is reserved. Use your shop’s own name.')
}
