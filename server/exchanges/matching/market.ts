// What the matching is given and what it answers: plain data that goes between threads, with ids
// as strings. It knows no tables.
import type { Condition } from '#contract/books/book-forms.ts'

/** A person, not an account: whoever has two accounts is one of these. */
export type Person = {
  id: string
  /** Kilometres on the map of India; absent where it isn't known. */
  point?: { x: number; y: number }
}

/** A copy that its person opened to exchange and that nothing else holds. */
export type OpenCopy = {
  id: string
  person: string
  /** Any key that copies and wants of one book share. */
  title: string
  condition: Condition
  /** The asking price. Rings round it to whole rupees. */
  valuePaise: number
}

export type Want = {
  id: string
  person: string
  /** Keys of titles of which one copy is wanted: several where a book goes by several keys. */
  titles: readonly string[]
  worstCondition: Condition
  /** The most rupees on top of their own copy, rounded down to whole ones. */
  mostOnTopPaise: number
  /** Absent where any distance will do; else the copy must be known to be that near. */
  maxKm?: number
}

export type ExchangeMarket = {
  people: readonly Person[]
  copies: readonly OpenCopy[]
  wants: readonly Want[]
  /** Pairs of people of whom one has blocked the other. */
  blocks: readonly (readonly [string, string])[]
}

export type RingLeg = {
  from: string
  to: string
  copy: string
  /** The want of `to` that the copy fits. */
  want: string
  /** Whole rupees, in paise. */
  valuePaise: number
  /** Whole kilometres; absent where they aren't known. */
  km?: number
}

export type Transfer = { from: string; to: string; paise: number }

export type Ring = {
  /** Each person gives what the next one gets; the first is of the person with the smallest id. */
  legs: readonly RingLeg[]
  /** What each person pays, in the order of the legs' `from`; below zero what they get. */
  balances: readonly { person: string; paise: number }[]
  transfers: readonly Transfer[]
  movedPaise: number
  /** Of all legs; a distance that isn't known counts as `policy.unknownKm`. */
  km: number
}
