// The people of an exchange. They give with their seller account and receive with their buyer
// account. If they lack one, it is opened for them.
import { AppError } from '#contract/common/error-catalog.ts'
import { insertOtherAccount } from '#server/accounts/auth/other-account.ts'
import { lockAccounts, lockEmail } from '#server/accounts/store.ts'
import { type Db, TransactionConflict } from '#server/platform/database/database.ts'
import { accountOpenedText } from './texts.ts'

type Account = { id: string; name: string }
export type Member = { personId: string; ids: string[]; buyer: Account; seller: Account }
type LegPeople = { giverId: string; receiverId: string }

async function findPeople(db: Db, legs: readonly LegPeople[]) {
  const rows = await db
    .selectFrom('accounts')
    .innerJoin('accounts as named', 'named.person_id', 'accounts.person_id')
    .select(['accounts.id', 'accounts.person_id', 'accounts.role', 'accounts.name'])
    .select(['accounts.email', 'accounts.password_hash', 'accounts.status'])
    .distinct()
    .where(
      'named.id',
      'in',
      legs.flatMap(({ giverId, receiverId }) => [giverId, receiverId]),
    )
    .where('accounts.deleted_at', 'is', null)
    .orderBy('accounts.id')
    .execute()
  return [...Map.groupBy(rows, (row) => row.person_id).values()]
}
type Row = Awaited<ReturnType<typeof findPeople>>[number][number]

/**
 * Locks the emails of people who have only a buyer or only a seller account, in sorted order, and
 * returns the emails.
 */
export async function lockMissing(db: Db, legs: readonly LegPeople[]): Promise<string[]> {
  const lacking = (await findPeople(db, legs)).filter((accounts) => accounts.length < 2)
  const emails = lacking.map(([first]) => first?.email ?? '').sort()
  for (const email of emails) await lockEmail(db, email)
  return emails
}

/**
 * Locks the accounts of all members, so that none is blocked or deleted, and opens missing
 * accounts, whose emails must be locked. Returns the members in the order of the legs. Throws
 * chat_read_only if an admin has blocked one of the accounts.
 */
export async function lockMembers(
  db: Db,
  legs: readonly LegPeople[],
  lockedEmails: readonly string[],
  now: Date,
): Promise<Member[]> {
  const found = (await findPeople(db, legs)).flat()
  await lockAccounts(
    db,
    found.map(({ id }) => id),
  )
  const members: Member[] = []
  for (const own of await findPeople(db, legs)) {
    const [first] = own
    if (!first || own.some(({ status }) => status === 'blocked'))
      throw new AppError('chat_read_only')
    const accountOf = (role: 'buyer' | 'seller') =>
      own.find((row) => row.role === role) ?? openAccount(db, first, role, lockedEmails, now)
    members.push({
      personId: first.person_id,
      ids: own.map(({ id }) => id),
      buyer: await accountOf('buyer'),
      seller: await accountOf('seller'),
    })
  }
  const order = legs.flatMap(({ giverId, receiverId }) => [giverId, receiverId])
  const placeOf = ({ ids }: Member) => order.findIndex((id) => ids.includes(id))
  return members.toSorted((a, b) => placeOf(a) - placeOf(b))
}

async function openAccount(
  db: Db,
  first: Row,
  role: 'buyer' | 'seller',
  lockedEmails: readonly string[],
  now: Date,
): Promise<Account> {
  if (!lockedEmails.includes(first.email ?? '')) throw new TransactionConflict()
  const { name } = first
  const fields = { name, role, ...(role === 'seller' && { seller_type: 'student' as const }) }
  const id = await insertOtherAccount(db, first, fields, { text: accountOpenedText(role), now })
  return { id, name }
}
