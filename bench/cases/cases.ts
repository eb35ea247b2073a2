import type { BenchCase } from './bench-case.ts'
import { listsChanging, shelvesChanging } from './changing.ts'
import { lists8, lists20 } from './lists.ts'
import { shelvesCase } from './shelves.ts'

/** All cases, in the order of the table. */
export const cases: readonly BenchCase[] = [
  lists8,
  lists20,
  listsChanging,
  shelvesCase,
  shelvesChanging,
]
