// A market of real servers behind a proxy, with people who know each other.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Kysely } from 'kysely'
import { titleKey } from '#contract/books/title-key.ts'
import type { Tables } from '#db/tables.ts'
import { insertSession } from '#server/accounts/auth/sessions.ts'
import { insertAccount } from '#server/accounts/store.ts'
import { searchText } from '#server/books/search/words/search-text.ts'
import { insertChat } from '#server/chats/store.ts'
import { transact } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { hashToken, newToken } from '#server/platform/http/viewer.ts'
import { readConfig } from '#server/platform/operations/config.ts'
import { createNode, createPostgres, type Node, type Postgres } from './processes.ts'
import { startProxy, type TcpProxy } from './proxy.ts'

export type MarketKind = 'embedded' | 'PostgreSQL'

export type Market = {
  folder: string
  nodes: readonly [Node, Node]
  /**
   * The proxy between people and the servers. It sends connections to each server in turn, even to
   * one that is down.
   */
  network: TcpProxy
  database: TcpProxy
  postgres: Postgres | undefined
  /** Runs this many servers, and stops the others. */
  run: (nodes: number) => Promise<void>
  /**
   * Opens the database for `work`. Only one process can use an embedded one, so its server is
   * stopped first.
   */
  withDatabase: <T>(work: (db: Kysely<Tables>) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

/** `template` is a data folder to copy, because creating an embedded database takes seconds. */
export async function openMarket(
  kind: MarketKind,
  template?: string,
  parent = os.tmpdir(),
): Promise<Market> {
  const home = await mkdtemp(path.join(parent, 'dobara-chaos-'))
  const postgres = kind === 'PostgreSQL' ? await createPostgres(home) : undefined
  await postgres?.start()
  const folder = path.join(home, 'data')
  if (template !== undefined && !postgres) await cp(template, folder, { recursive: true })
  const database = await startProxy(() => Number(new URL(postgres?.url ?? '').port))
  const url = postgres && Object.assign(new URL(postgres.url), { port: database.port }).href
  const nodes = [await createNode(folder, url), await createNode(folder, url)] as const
  let [running, turn] = [0, 0]
  const network = await startProxy(() => nodes[turn++ % running]?.port ?? 0)
  const run = async (count: number): Promise<void> => {
    for (const node of nodes.slice(count)) await node.end('SIGTERM')
    // Servers start one after the other, because the first one creates the tables.
    for (const node of nodes.slice(0, count)) await node.start()
    running = count
  }
  const config = readConfig({ DATA_DIR: folder, DATABASE_URL: postgres?.url })
  return {
    folder,
    nodes,
    network,
    database,
    postgres,
    run,
    withDatabase: async (work) => {
      if (!postgres) await run(0)
      const opened = await openDatabase(config)
      return work(opened.db).finally(opened.close)
    },
    close: async () => {
      for (const node of nodes) await node.end('SIGKILL')
      for (const proxy of [network, database]) proxy.close()
      await postgres?.end('SIGINT')
      await rm(home, { recursive: true, force: true })
    },
  }
}

export type Account = { id: string; token: string }
/** A buyer and a seller with a chat about a book. */
export type Pair = { buyer: Account; seller: Account; bookId: string; chatId: string }

/** Creates an account that can't log in, because hashing hundreds of passwords takes long. */
export async function makeAccount(db: Kysely<Tables>, role: 'buyer' | 'seller'): Promise<Account> {
  const [id, token] = [newId(), newToken()]
  await insertAccount(db, {
    id,
    person_id: id,
    role,
    name: `${role} ${id.slice(-4)}`,
    password_hash: 'none',
    email: `${id}@example.com`,
    ...(role === 'seller' && {
      seller_type: 'shop owner',
      shop_name: 'A shop',
      shop_address: '1 Market Road',
    }),
  })
  const session = { tokenHash: hashToken(token), accountId: id, userAgent: 'chaos' }
  await insertSession(db, { ...session, now: new Date() })
  return { id, token }
}

export async function makeBook(
  db: Kysely<Tables>,
  seller: Account,
  copies: number,
): Promise<string> {
  const id = newId()
  const book = {
    title: `Book ${id.slice(-6)}`,
    author: 'An Author',
    book_type: 'old',
    branch: 'Fiction',
    original_price: 50_000,
    price: 25_000,
    condition: 'good',
  } as const
  const keys = { title_key: titleKey(book), search_text: searchText(book) }
  const row = { ...book, ...keys, id, seller_id: seller.id, copies, available: copies }
  await db.insertInto('books').values(row).execute()
  const rows = Array.from({ length: copies }, (_, at) => ({ book_id: id, number: at + 1 }))
  await db
    .insertInto('copies')
    .values(rows.map((copy) => ({ ...copy, id: newId() })))
    .execute()
  return id
}

export const makeChat = (db: Kysely<Tables>, buyer: Account, seller: Account, bookId: string) =>
  insertChat(db, { bookId, buyerId: buyer.id, sellerId: seller.id, now: new Date() })

export const makePairs = (db: Kysely<Tables>, count: number, copies: number): Promise<Pair[]> =>
  transact(db, async (db) => {
    const pairs: Pair[] = []
    for (let number = 0; number < count; number++) {
      const [buyer, seller] = [await makeAccount(db, 'buyer'), await makeAccount(db, 'seller')]
      const bookId = await makeBook(db, seller, copies)
      pairs.push({ buyer, seller, bookId, chatId: await makeChat(db, buyer, seller, bookId) })
    }
    return pairs
  })
