// Blocks between people. Code that writes to a person locks the chat or both accounts before it
// checks for a block. A block takes the same locks, so no message is written after it.
import {
  type BlockedPerson,
  blockPerson,
  listBlockedPeople,
  unblockPerson,
} from '#contract/accounts/account-blocks.ts'
import type { Page } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { accountsOfPeople, isLastAccount, lockAccounts } from '#server/accounts/store.ts'
import { lockChatsBetween, recheckMessages } from '#server/chats/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newestFirst, type PageRequest, readPage } from '#server/platform/http/paging.ts'
import type { Mount } from '#server/platform/http/route.ts'

const maxListedBlocks = 1000

type Block = { accountId: string; otherId: string }

/**
 * Returns the `person_id` of a buyer's or seller's account; undefined for admins and, unless
 * `orDeleted` is set, for deleted accounts.
 */
async function findPersonId(
  db: Db,
  accountId: string,
  { orDeleted = false } = {},
): Promise<string | undefined> {
  let query = db
    .selectFrom('accounts')
    .select('person_id')
    .where('id', '=', accountId)
    .where('role', '<>', 'admin')
  if (!orDeleted) query = query.where('deleted_at', 'is', null)
  return (await query.executeTakeFirst())?.person_id
}

const findAccountIds = async (db: Db, personIds: readonly string[]): Promise<string[]> =>
  (await accountsOfPeople(db, personIds)).map(({ id }) => id)

async function insertBlock(db: Db, { accountId, otherId }: Block, now: Date): Promise<string[]> {
  const personId = await findPersonId(db, accountId)
  const otherPersonId = await findPersonId(db, otherId)
  if (personId === undefined) throw new AppError('session_ended')
  if (otherPersonId === undefined) throw new AppError('account_not_found')
  if (personId === otherPersonId) throw new AppError('self_block')
  const accountIds = await findAccountIds(db, [personId, otherPersonId])
  await recheckMessages(db, await lockChatsBetween(db, accountIds))
  await lockAccounts(db, accountIds)
  // Either person may have deleted their last account before the locks were taken.
  if ((await findPersonId(db, accountId)) !== personId) throw new AppError('session_ended')
  if ((await findPersonId(db, otherId)) !== otherPersonId) throw new AppError('account_not_found')
  await db
    .insertInto('account_blocks')
    .values({
      person_id: personId,
      blocked_person_id: otherPersonId,
      blocked_account_id: otherId,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return accountIds
}

async function deleteBlock(db: Db, { accountId, otherId }: Block): Promise<string[]> {
  const personId = await findPersonId(db, accountId)
  const otherPersonId = await findPersonId(db, otherId, { orDeleted: true })
  if (personId === undefined || otherPersonId === undefined) throw new AppError('account_not_found')
  await db
    .deleteFrom('account_blocks')
    .where('person_id', '=', personId)
    .where((where) =>
      where.or([
        where('blocked_person_id', '=', otherPersonId),
        where('blocked_account_id', '=', otherId),
      ]),
    )
    .execute()
  return findAccountIds(db, [personId, otherPersonId])
}

export async function deleteBlocksOf(
  db: Db,
  account: { id: string; person_id: string },
): Promise<void> {
  if (!(await isLastAccount(db, account))) return
  await db
    .deleteFrom('account_blocks')
    .where((where) =>
      where.or([
        where('person_id', '=', account.person_id),
        where('blocked_person_id', '=', account.person_id),
      ]),
    )
    .execute()
}

export async function findBlockedPeople(
  db: Db,
  accountId: string,
  request: PageRequest,
): Promise<Page<BlockedPerson>> {
  const blocks = db
    .selectFrom('account_blocks')
    .innerJoin('accounts as me', 'me.person_id', 'account_blocks.person_id')
    .innerJoin('accounts as other', 'other.id', 'blocked_account_id')
    .select(['other.id', 'other.name', 'other.role'])
    .select('account_blocks.created_at')
    .where('me.id', '=', accountId)
  const newest = newestFirst('other.id', 'account_blocks.created_at')
  const page = await readPage(blocks, request, maxListedBlocks, newest)
  return {
    rows: page.rows.map(({ id, name, role, created_at }) => ({
      _id: id,
      name,
      role: role === 'seller' ? 'seller' : 'buyer',
      blockedAt: created_at.toISOString(),
    })),
    next: page.next,
  }
}

type Rings = { checkRing: (accountId: string) => void }

export function blockRoutes(
  mount: Mount,
  { db, live, now }: AppContext,
  { checkRing }: Rings,
): void {
  mount(listBlockedPeople, (page, { viewer }) => findBlockedPeople(db, viewer.accountId, page))

  mount(blockPerson, async ({ id }, { viewer, commit }) => {
    const block = { accountId: viewer.accountId, otherId: id }
    live.emit(await commit((db) => insertBlock(db, block, now())), 'chats_changed', {})
    checkRing(viewer.accountId)
    return { message: 'Blocked.' }
  })

  mount(unblockPerson, async ({ id }, { viewer, commit }) => {
    const block = { accountId: viewer.accountId, otherId: id }
    live.emit(await commit((db) => deleteBlock(db, block)), 'chats_changed', {})
    return { message: 'Unblocked.' }
  })
}
