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
    tests: 'server/verify/input',
  },
  {
    name: 'photos: a HEIC of any size is decoded',
    file: 'server/photos/encode-photo.ts',
    text: 'if (isHeic && width * height > maxHeicPixels)',
    replacement: 'if (isHeic && width * height > 100 * maxHeicPixels)',
    tests: 'server/photos/heic',
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
    tests: 'server/backup/refusals.test.ts',
  },
  {
    name: 'two editors: If-Match isn’t read',
    file: 'server/platform/http/versions.ts',
    text: "if (header === undefined || header.trim() === '*')",
    replacement: "if (header === undefined || header.trim() !== '')",
    tests: 'server/platform/http/versions.test.ts',
  },
  {
    name: 'races: the same key creates two things',
    file: 'server/platform/http/idempotency.ts',
    text: 'if (!inserted) throw new KeyConflict()',
    replacement: 'if (!inserted && now.getTime() === 0) throw new KeyConflict()',
    tests: 'server/platform/http/idempotency.test.ts',
  },
  {
    name: 'chat: a message that is sent again is stored again',
    file: 'server/chats/send.ts',
    text: 'return { place, ...person, id, chat_id, body, client_id, created_at, notification }',
    replacement:
      'return { place, ...person, id, chat_id, body, client_id: client_id && null, created_at, notification }',
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
    text: 'announce(db, order, told, admin, now, [otherSide])',
    replacement:
      'announce(db, order, told, admin, now, [otherSide].filter((side) => side === account.role))',
    tests: 'server/admin/blocked-orders.test.ts',
  },
]
