export const ringSize = { min: 2, max: 5 }
/** What a leg counts where its distance isn't known; about as far as from Pune to Hyderabad. */
export const unknownKm = 500

/** How far the matching goes before it is content with what it has. No number is a time. */
export type Limits = {
  size: number
  /**
   * Of the search for rings; a step is one copy looked at, and 50 million take about a second. Who
   * comes after `total` was used up still gets `atLeast`.
   */
  steps: { person: number; total: number; atLeast: number }
  /** Sets of people that are kept, each with its best ring; about 60 bytes each. */
  candidates: number
  /** Exchanges of rings for others, for each aim. */
  moves: number
  /** Rounds in which the linear program gets columns; what remains after them isn't proven. */
  rounds: number
  /** Of one integer program; with more than `easy` ones it is tried with some of them first. */
  columns: number
  easy: number
  nodes: number
  /** Iterations of linear programs inside the integer ones, of all of them together. */
  iterations: number
}

export const limits: Limits = {
  size: ringSize.max,
  steps: { person: 2_000_000, total: 100_000_000, atLeast: 2_000 },
  candidates: 1_000_000,
  moves: 20_000,
  rounds: 100,
  columns: 6_000,
  easy: 2_000,
  nodes: 200,
  iterations: 8_000,
}

/** Where the matching's thread ended before it had anything: this runs in the server's own. */
export const limitsWithoutThread: Limits = {
  ...limits,
  steps: { person: 20_000, total: 2_000_000, atLeast: 100 },
  candidates: 50_000,
  moves: 2_000,
}

/** Of the search for the first ring of one person. */
export const firstRingLimits = { size: ringSize.max, steps: 5_000_000, candidates: 200_000 }
