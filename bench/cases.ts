import {
  measureBook,
  measureLists,
  measureListsChanging,
  measureMemory,
  measureMillion,
  measurePages,
  measureSearch,
} from './http-cases.ts'
import type { Row } from './load.ts'
import type { Bench } from './market.ts'
import { measureLive, measureMessages } from './socket-cases.ts'

/** Those with the same market come one after the other. */
export const cases: Record<string, (bench: Bench) => Promise<Row[]>> = {
  lists: measureLists,
  'lists-changing': measureListsChanging,
  book: measureBook,
  search: measureSearch,
  pages: measurePages,
  messages: measureMessages,
  live: measureLive,
  million: measureMillion,
  memory: measureMemory,
}
