// Checks the rules that stored data must always keep, even while servers use the database. Each
// rule is a separate query, because one transaction for all of them would block the embedded
// database for everybody.
import { accountInvariants } from '#server/accounts/invariants.ts'
import { adminInvariants } from '#server/admin/invariants.ts'
import { bookInvariants } from '#server/books/invariants.ts'
import { chatInvariants } from '#server/chats/invariants.ts'
import { exchangeInvariants } from '#server/exchanges/invariants.ts'
import { moderationInvariants } from '#server/moderation/invariants.ts'
import { notificationInvariants } from '#server/notifications/invariants.ts'
import { offerInvariants } from '#server/offers/invariants.ts'
import { orderInvariants } from '#server/orders/invariants.ts'
import { photoInvariants } from '#server/photos/invariants.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { BrokenRow, Invariant } from '#server/platform/database/invariants.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { wishlistInvariants } from '#server/wishlist/invariants.ts'
import { findPhotoFileFaults } from './photo-files.ts'

export const invariants = [
  ...accountInvariants,
  ...photoInvariants,
  ...bookInvariants,
  ...chatInvariants,
  ...orderInvariants,
  ...exchangeInvariants,
  ...offerInvariants,
  ...notificationInvariants,
  ...wishlistInvariants,
  ...moderationInvariants,
  ...adminInvariants,
]

const fileRules = {
  incompletePhotos: 'a photo that is shown has a file for each width',
  unknownFiles: 'a stored file belongs to a photo',
} as const

const maxRows = 100

type Violation = { rule: string; rows: BrokenRow[]; hasMore: boolean }

export async function findBrokenRows(db: Db, { broken }: Invariant): Promise<BrokenRow[]> {
  return (await broken.execute(db)).rows
}

export type VerifyResult = { rules: number; violations: Violation[] }

/**
 * Returns all broken rules with the rows that break them. If `storage` is undefined, skips the
 * rules about files. Throws UnavailableError.
 */
export async function verify(db: Db, storage: Storage | undefined): Promise<VerifyResult> {
  const violations: Violation[] = []
  const add = (rule: string, rows: BrokenRow[]) => {
    if (rows.length > 0)
      violations.push({ rule, rows: rows.slice(0, maxRows), hasMore: rows.length > maxRows })
  }
  for (const invariant of invariants) add(invariant.rule, await findBrokenRows(db, invariant))
  if (!storage) return { rules: invariants.length, violations }
  const faults = await findPhotoFileFaults(db, storage)
  for (const [key, rule] of Object.entries(fileRules) as [keyof typeof fileRules, string][])
    add(
      rule,
      faults[key].map((id) => ({ id })),
    )
  return { rules: invariants.length + Object.keys(fileRules).length, violations }
}

export function verifyReport({ rules, violations }: VerifyResult): string {
  const lines = violations.flatMap(({ rule, rows, hasMore }) => [
    `Broken: ${rule}`,
    ...rows.map(({ id, ...columns }) =>
      [
        `  ${id}`,
        ...Object.entries(columns).map(([name, value]) => `${name}=${toText(value)}`),
      ].join('  '),
    ),
    ...(hasMore ? ['  … and more'] : []),
  ])
  const summary =
    violations.length === 0
      ? `All ${rules} rules hold.`
      : `${violations.length} of ${rules} rules are broken.`
  return [...lines, summary].join('\n')
}

const toText = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : value === null ? 'null' : String(value)
