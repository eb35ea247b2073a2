import { blockPerson, listBlockedPeople, unblockPerson } from '#contract/accounts/account-blocks.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { deleteBlock, findBlockedPeople, insertBlock } from './store.ts'

/** `checkRing`: whether the ring of an account goes on after its person has blocked somebody. */
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
