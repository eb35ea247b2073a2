import type { BenchCase } from './bench-case.ts'
import { book, similar } from './book.ts'
import { listsChanging, shelvesChanging } from './changing.ts'
import { lists8, lists20 } from './lists.ts'
import { live } from './live.ts'
import { memory } from './memory.ts'
import { messages } from './messages.ts'
import { million } from './million.ts'
import { nodes } from './nodes.ts'
import { pages } from './pages.ts'
import { search } from './search.ts'
import { shelvesCase } from './shelves.ts'
import { suggestions } from './suggestions.ts'
import { titlePrices } from './title-prices.ts'
import { titles } from './titles.ts'
import { uploads } from './uploads.ts'

export const cases: readonly BenchCase[] = [
  lists8,
  lists20,
  listsChanging,
  shelvesCase,
  shelvesChanging,
  book,
  search,
  similar,
  pages,
  million,
  titles,
  titlePrices,
  suggestions,
  messages,
  live,
  nodes,
  uploads,
  memory,
]
