// The people of an exchange: everybody gives with their seller account and gets with their buyer
// account. One that somebody lacks is opened for them.
import { AppError } from '#contract/common/errors.ts'
import { insertOtherAccount } from '#server/accounts/auth/other-account.ts'
import { lockAccounts, lockEmail } from '#server/accounts/store.ts'
import { type Db, TransactionConflict } from '#server/platform/database/database.ts'
import { accountOpenedText } from './texts.ts'

export type Account = { id: string; name: string }
type LegPeople = { giverId: string; receiverId: string }

const sides = ['buyer', 'seller'] as const

const findPeople = (db: Db, legs: readonly LegPeople[]) =>
  db
    .selectFrom('accounts')
    .innerJoin('accounts as named', 'named.person_id', 'accounts.person_id')
    .select(['accounts.id', 'accounts.person_id', 'accounts.role', 'accounts.name'])
    .select(['accounts.email', 'accounts.password_hash', 'accounts.status'])
    .distinct()
    .where('named.id', 'in', [
      ...new Set(legs.flatMap(({ giverId, receiverId }) => [giverId, receiverId])),
    ])
    .where('accounts.deleted_at', 'is', null)
    .orderBy('accounts.id')
    .execute()
type Row = Awaited<ReturnType<typeof findPeople>>[number]

const byPerson = (rows: readonly Row[]) => [...Map.groupBy(rows, (row) => row.person_id).values()]

/** Locks all accounts of these people, in the order of their ids, until the transaction ends. */
export async function lockPeople(db: Db, personIds: readonly string[]): Promise<void> {
  await db
    .selectFrom('accounts')
    .select('id')
    .where('person_id', 'in', personIds)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** The emails of those who lack an account; locked in their order, if wished. */
export async function findMissing(
  db: Db,
  legs: readonly LegPeople[],
  { isLocking }: { isLocking: boolean },
): Promise<string[]> {
  const lacking = byPerson(await findPeople(db, legs)).filter((rows) => rows.length < sides.length)
  const emails = lacking.map(([first]) => first?.email ?? '').sort()
  if (isLocking) for (const email of emails) await lockEmail(db, email)
  return emails
}

/**
 * Locks the accounts of all against being blocked or deleted, and opens those that are missing, for
 * which the emails must be locked. Members are numbered from 1, in the order of the legs. Throws
 * chat_read_only where one was blocked by an admin.
 */
export async function lockMembers(
  db: Db,
  legs: readonly LegPeople[],
  lockedEmails: readonly string[],
  now: Date,
) {
  await lockAccounts(
    db,
    (await findPeople(db, legs)).map(({ id }) => id),
  )
  const rows = await findPeople(db, legs)
  const members = []
  for (const own of byPerson(rows)) {
    const [first] = own
    if (!first || own.some(({ status }) => status === 'blocked'))
      throw new AppError('chat_read_only')
    const accounts: Partial<Record<(typeof sides)[number], Account>> = {}
    for (const role of sides) {
      const existing = own.find((row) => row.role === role)
      accounts[role] = existing ?? (await openAccount(db, first, role, lockedEmails, now))
    }
    const { buyer, seller } = accounts
    if (!buyer || !seller) throw new Error('a member has two accounts')
    members.push({ personId: first.person_id, ids: own.map(({ id }) => id), buyer, seller })
  }
  const order = legs.flatMap(({ giverId, receiverId }) => [giverId, receiverId])
  const placeOf = ({ ids }: { ids: string[] }) => order.findIndex((id) => ids.includes(id))
  return members
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((member, index) => ({ ...member, number: index + 1 }))
}

async function openAccount(
  db: Db,
  first: Row,
  role: 'buyer' | 'seller',
  lockedEmails: readonly string[],
  now: Date,
): Promise<Account> {
  if (!lockedEmails.includes(first.email ?? '')) throw new TransactionConflict()
  const fields = {
    name: first.name,
    role,
    ...(role === 'seller' && { seller_type: 'student' as const }),
  }
  const id = await insertOtherAccount(db, first, fields, { text: accountOpenedText(role), now })
  return { id, name: first.name }
}
