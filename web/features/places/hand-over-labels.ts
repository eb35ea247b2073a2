import { type HandOver, handOvers } from '#contract/orders/hand-over.ts'

export const handOverLabels = { meet: 'In person', post: 'By post' } as const

/** 'In person or by post'; empty where a seller hasn't said it. */
export function handOversText(ways: readonly HandOver[] = []): string {
  const text = handOvers
    .filter((way) => ways.includes(way))
    .map((way) => handOverLabels[way].toLowerCase())
    .join(' or ')
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
