// Faults that `npm run test:faults` plants in a copy of the server, one at a time: one for each of
// the promises in SECURITY.md and docs/reliability.md, with the tests that keep it.
import type { Fault } from './planted-faults.ts'

/** `tests`: a file or folder whose tests must fail. */
export type SafetyFault = Fault & { tests: string }
export const safetyFaults: SafetyFault[] = [
  {
    name: 'access: anybody removes a want by its id',
    file: 'server/wants/store.ts',
    text: ".where('id', '=', id)\n    .where('person_id', '=', personOf(accountId))",
    replacement: ".where('id', '=', id)",
    tests: 'server/verify/access',
  },
  {
    name: 'input: characters that the database refuses aren’t taken out',
    file: 'contract/common/schemas.ts',
    text: "value.replace(invisibleCharacters, '')",
    replacement: "value.replace(loneSurrogates, '')",
    tests: 'contract/common/schemas.test.ts',
  },
  {
    name: 'photos: a file that was uploaded stays on the disk',
    file: 'server/platform/http/requests/uploaded-files.ts',
    text: 'of this.#files.splice(0)) await rm',
    replacement: 'of this.#files.splice(1)) await rm',
    tests: 'server/platform/http/requests/uploads.test.ts',
  },
  {
    name: 'faults: a full disk is called a fault of ours',
    file: 'server/platform/operations/unavailable.ts',
    text: '/^(?:08(?!P01)|53)/',
    replacement: '/^08(?!P01)/',
    tests: 'server/platform/operations/unavailable.test.ts',
  },
  {
    name: 'backup: a changed backup is restored',
    file: 'server/backup/read-archive.ts',
    text: 'lines[at]?.line !== line',
    replacement: 'lines[at] === undefined && line !== undefined',
    tests: 'server/backup/refusals.long.test.ts',
  },
  {
    name: 'two editors: If-Match isn’t read',
    file: 'server/platform/http/versions.ts',
    text: "if (header === undefined || header.trim() === '*')",
    replacement: "if (header === undefined || header.trim() !== '')",
    tests: 'server/platform/http/versions.test.ts',
  },
  {
    name: 'races: a key doesn’t say what was made with it',
    file: 'server/platform/http/idempotency.ts',
    text: 'return row?.created_id ?? undefined',
    replacement: 'return row && undefined',
    tests: 'server/platform/http/idempotency.test.ts',
  },
  {
    name: 'chat: a message that came by both channels is stored twice',
    file: 'server/chats/send.ts',
    text: 'duplicateWindowMs},',
    replacement: 'duplicateWindowMs * 0},',
    tests: 'server/chats/send.test.ts',
  },
  {
    name: 'accounts: a code of the app counts twice',
    file: 'server/accounts/second-factor/store.ts',
    text: ".where('last_period', '<', period)",
    replacement: ".where('last_period', '<=', period)",
    tests: 'server/admin/second-factor',
  },
  {
    name: 'blocked people: the other side isn’t told',
    file: 'server/admin/blocked-orders.ts',
    text: 'announce(db, order, change, admin, now, [otherSide])',
    replacement:
      'announce(db, order, change, admin, now, [otherSide].filter((side) => side === account.role))',
    tests: 'server/admin/blocked-orders.test.ts',
  },
]
