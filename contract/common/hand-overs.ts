import { z } from 'zod'
import { listInput } from './schemas.ts'

export const handOvers = ['meet', 'post'] as const
export type HandOver = (typeof handOvers)[number]

export const handOverLabels = { meet: 'In person', post: 'By post' } as const

/** Returns 'In person or by post', or '' if the seller hasn't chosen. */
export function handOversText(ways: readonly HandOver[] = []): string {
  const text = handOvers
    .filter((way) => ways.includes(way))
    .map((way) => handOverLabels[way].toLowerCase())
    .join(' or ')
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

const handOversMessage = "Books are handed over in person ('meet'), by post ('post'), or both."
/** How a seller hands books over, without duplicates, in a fixed order. May be empty. */
export const HandOversInput = listInput(
  z
    .array(z.enum(handOvers, handOversMessage), handOversMessage)
    .overwrite((ways) => handOvers.filter((way) => ways.includes(way))),
)
