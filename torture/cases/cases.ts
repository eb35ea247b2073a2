import type { TortureCase } from '#torture/torture-case.ts'
import { stormEmbedded, stormPostgres } from './storm.ts'

/** In the order of the table. */
export const cases: readonly TortureCase[] = [stormEmbedded, stormPostgres]
