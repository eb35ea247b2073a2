// Fills a market with all kinds of data that a backup could lose, and compares databases.
import { fileComplaint } from '#contract/admin/complaints.ts'
import { addBook } from '#contract/books/books.ts'
import { sendMessage } from '#contract/chats.ts'
import { acceptRing } from '#contract/exchanges/exchanges.ts'
import { acceptOffer } from '#contract/orders/offers.ts'
import { rateOrder } from '#contract/orders/orders.ts'
import { reportProblem } from '#contract/orders/problems.ts'
import { hashPassword } from '#server/accounts/auth/passwords/passwords.ts'
import { makeRing } from '#server/exchanges/rings/testing-rings.ts'
import { newId } from '#server/platform/database/ids.ts'
import {
  as,
  makeAccount,
  makeDelivered,
  makeOrder,
  makePhotos,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import { makeSwap, offerSwap } from '#server/testing-exchanges.ts'
import type { Session } from './tables.ts'

export const password = 'monsoon-library-42'

/** Characters that a file format might corrupt. */
const oddText = `A "quoted" \\ backslash,\ttab,\nnew line, {"json": [1]}, नमस्ते 📚 \u2028 \u0001 NULL \\N`

async function listWithPhotos(seller: TestAccount): Promise<void> {
  const { status, body } = await as(seller).call(addBook, {
    bookType: 'new',
    title: 'Godaan',
    author: 'Premchand',
    branch: 'Fiction',
    original_price: 300,
    condition: 'new',
    isRentable: false,
    description: oddText,
    images: await makePhotos(2),
  })
  if (status !== 201) throw new Error(`no book: ${JSON.stringify(body)}`)
}

/** Fills the test's market. Returns a buyer who can log in with `password`. */
export async function fillMarket(): Promise<TestAccount> {
  const { context } = await testApp()
  const { db } = context
  await listWithPhotos(await makeAccount('seller', { shop: true }))
  const sold = await makeDelivered({ book: { copies: 3, available: 3 } })
  await as(sold.buyer).call(rateOrder, { orderId: sold.orderId, book: 4, seller: 5 })
  await makeDelivered({ days: 3 })
  const pending = await makeOrder()
  const { chatId, orderId } = pending
  await as(pending.seller).call(sendMessage, { chatId, message: oddText })
  await as(pending.buyer).call(fileComplaint, {
    subject: 'order',
    subjectId: orderId,
    reason: 'scam',
  })
  const disputed = await makeDelivered()
  await as(disputed.buyer).call(reportProblem, {
    orderId: disputed.orderId,
    reason: 'damaged',
    text: 'Twenty pages are missing.',
    photos: await makePhotos(1),
  } as never)
  const swap = await makeSwap()
  const { _id: offerId } = await offerSwap(swap)
  await as(swap.asha.seller).call(acceptOffer, { offerId })
  const ring = await makeRing({ pinCodes: ['411038', '411004', '411030'] })
  await as(ring.people[0]?.buyer).call(acceptRing, { exchangeId: ring.exchangeId })
  await db
    .updateTable('accounts')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', pending.buyer.id)
    .execute()
  await db
    .insertInto('idempotency_keys')
    .values({
      account_id: pending.buyer.id,
      route: 'POST /orders/create',
      key_hash: Buffer.alloc(32, 0xff),
      request_hash: Buffer.alloc(32),
      created_id: newId(),
    })
    .execute()
  await context.jobs.idle()
  return pending.buyer
}

/** Returns each table's number of rows and a hash, including generated columns, in any order. */
export async function contentsOf(run: Session['run']): Promise<Record<string, string>> {
  const tables = await run<{ name: string }>(`select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' order by tablename`)
  const contentOf = ({ name }: { name: string }) => `
      select '${name}' as name,
        count(*) || ' rows, ' || coalesce(md5(string_agg(text, ';' order by text collate "C")), '')
          as content
      from (select one::text as text from public.${name} as one) as rows`
  const contents = await run<{ name: string; content: string }>(
    tables.map(contentOf).join(' union all '),
  )
  return Object.fromEntries(contents.map(({ name, content }) => [name, content]))
}

/** Returns everything except rows: columns, constraints, indexes, triggers, functions. */
export async function schemaOf(run: Session['run']): Promise<string[]> {
  const rows = await run<{ line: string }>(`
    select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as line
      from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select format('%s %s %s %s', tgrelid::regclass, tgname, tgenabled, pg_get_triggerdef(oid))
      from pg_trigger where not tgisinternal
    union all select format('%s %s %s', oid::regprocedure, prosrc, provolatile) from pg_proc
      where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    union all select format('%s %s %s %s %s', table_name, column_name, udt_name, is_nullable, column_default)
      from information_schema.columns where table_schema = 'public'
    union all select format('%s %s', sequencename, last_value) from pg_sequences where schemaname = 'public'
    order by line`)
  return rows.map(({ line }) => line)
}
