export const ringSize = { min: 2, max: 5 }
/** What a leg counts where its distance isn't known; about as far as from Pune to Hyderabad. */
export const unknownKm = 500
/** How far the matching goes. No number is a time, so each machine finds the same rings. */
export type Limits = {
  /** Legs looked at: for one person, for all, and for those who come after that is used up. */
  steps: { person: number; total: number; atLeast: number }
  /** Sets of people that could be a ring. */
  candidates: number
  /** Exchanges of rings for others, for each candidate and for each group of people. */
  moves: { candidate: number; group: number }
}
export const limits: Limits = {
  steps: { person: 100_000, total: 20_000_000, atLeast: 2_000 },
  candidates: 100_000,
  moves: { candidate: 20, group: 20_000 },
}
