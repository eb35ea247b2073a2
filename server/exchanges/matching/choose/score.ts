import type { Candidates } from '#server/exchanges/matching/search/candidates.ts'

/** What is aimed for, the most important first. */
export const aims = ['people', 'money', 'km'] as const
export type Aim = (typeof aims)[number]
/** People served, rupees that change hands, kilometres of all legs. */
export type Score = Record<Aim, number>

/** What a candidate adds to an aim, as a cost: so people count below zero. */
export function costOf(candidates: Candidates, aim: Aim, at: number): number {
  if (aim === 'people') return -(candidates.size[at] as number)
  return candidates[aim][at] as number
}

/** Below zero where `one` is better. */
export const compareScores = (one: Score, other: Score): number =>
  other.people - one.people || one.money - other.money || one.km - other.km

export function scoreOf(candidates: Candidates, chosen: readonly number[]): Score {
  const sum = (aim: Aim) =>
    chosen.reduce((total, at) => total + Math.abs(costOf(candidates, aim, at)), 0)
  return { people: sum('people'), money: sum('money'), km: sum('km') }
}
