// What a case is: it does something bad to real servers, and says what was lost by it.
import type { Random } from '#server/demo/random.ts'
import type { Place } from './machine/place.ts'

/** A row of the table. What was tried is what people were told had worked; `lost` is what isn't. */
export type Outcome = {
  test: string
  tried: number
  survived: number
  /** What is gone, there twice, or under another name; and each rule that `verify` finds broken. */
  lost: number
  note?: string
}

export type Settings = {
  seed: string
  /** How often a server is killed in a storm. */
  rounds: number
  /** Writes a second that the people of a storm make. */
  rate: number
  /** Of a buyer and a seller: so many that some wait for nothing while others send again. */
  pairs: number
  messages: number
  /** How many want the same copy at once, and how often. */
  racers: number
  races: number
}

export type Torture = {
  settings: Settings
  random: Random
  /** Runs `work` with a database and a data folder of its own, which are removed after it. */
  withPlace: <T>(kind: 'embedded' | 'postgresql', work: (place: Place) => Promise<T>) => Promise<T>
  hasPostgres: boolean
  say: (line: string) => void
}

export type TortureCase = {
  name: string
  run: (torture: Torture) => Promise<Outcome[]>
}
