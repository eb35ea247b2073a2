import type { TortureCase } from '#torture/torture-case.ts'
import { accountSwitch } from './account-switch.ts'
import { chat } from './chat.ts'
import { clientNetwork } from './client-network.ts'
import { databaseFaults } from './database-faults.ts'
import { fullDisk } from './full-disk.ts'
import { knownEmails } from './known-emails.ts'
import { raceCases } from './races.ts'
import { steps } from './steps.ts'
import { stormEmbedded, stormPostgres } from './storm.ts'

/** In the order of the table. */
export const cases: readonly TortureCase[] = [
  stormEmbedded,
  stormPostgres,
  ...steps,
  ...databaseFaults,
  fullDisk,
  ...clientNetwork,
  ...raceCases,
  chat,
  accountSwitch,
  knownEmails,
]
