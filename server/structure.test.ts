// Rules for the structure of the code that the linter can't check.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const folders = ['{contract,db,server,web,scripts,bench,chaos,e2e}/**/*.{ts,tsx}', 'tools/*/*.ts']
const files = globSync(folders, { cwd: root }).filter((file) => !file.includes('+types'))
const sources = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))

const isTest = (file: string) => /\.test\.tsx?$|(^|\/)testing[\w-]*\.ts$|^e2e\//.test(file)
const featureOf = (file: string) => /^server\/([^/]+)\//.exec(file)?.[1]

// Tools import by `../..`, because their `#` paths end at their own package.json.
test('no import goes up by ../, but from a tool', () => {
  const upward = [...sources].filter(
    ([file, text]) => !file.startsWith('tools/') && /from '\.\.\//.test(text),
  )
  expect(upward.map(([file]) => file)).toEqual([])
})

test('errors are compared by their codes, not by their messages', () => {
  const comparesMessages =
    /[!=]==?\s*errorCatalog\b|errorCatalog[.[]\w+['\]]*\[1\]\s*[!=]==|(?<!typeof \S*)\.message\s*[!=]==(?!\s*'')|\[\s*message as/
  const product = [...sources].filter(
    ([file]) => /^(contract|server|web)\//.test(file) && !isTest(file),
  )
  expect(product.filter(([, text]) => comparesMessages.test(text)).map(([file]) => file)).toEqual(
    [],
  )
})

test('file names are specific, and files are short', () => {
  const vagueNames = files.filter((file) =>
    /(^|\/)(utils?|helpers?|services?|managers?|types?|common-types)(\.tsx?$|\/)/.test(file),
  )
  expect(vagueNames).toEqual([])
  const lengths = files
    .filter((file) => !isTest(file) && file !== 'db/tables.ts')
    .map((file) => [file, (sources.get(file) ?? '').split('\n').length - 1] as const)
  expect(lengths.filter(([, length]) => length > 400)).toEqual([])
})

/**
 * The feature that writes each table. Tables of the platform are also written by migrations and
 * libraries.
 */
const writers: Record<string, string> = {
  accounts: 'accounts',
  sessions: 'accounts',
  helpers: 'accounts',
  helper_invites: 'accounts',
  api_tokens: 'accounts',
  installation: 'accounts',
  second_factors: 'accounts',
  password_resets: 'accounts',
  notifications: 'notifications',
  notification_settings: 'notifications',
  push_subscriptions: 'notifications',
  wants: 'wishlist',
  hidden_wanted_titles: 'wishlist',
  photos: 'photos',
  uploads: 'photos',
  books: 'books',
  search_words: 'books',
  search_word_changes: 'books',
  book_photos: 'books',
  copies: 'books',
  similar_books: 'books',
  imported_titles: 'books',
  imported_authors: 'books',
  holds: 'books',
  reservations: 'wishlist',
  saved_books: 'wishlist',
  saved_searches: 'wishlist',
  book_changes: 'books',
  chats: 'chats',
  messages: 'chats',
  saved_replies: 'chats',
  orders: 'orders',
  order_events: 'orders',
  ratings: 'orders',
  problems: 'moderation',
  problem_messages: 'moderation',
  problem_photos: 'moderation',
  offers: 'offers',
  payments: 'orders',
  offer_items: 'offers',
  addresses: 'orders',
  meetings: 'orders',
  exchanges: 'exchanges',
  exchange_members: 'exchanges',
  exchange_legs: 'exchanges',
  exchange_payments: 'exchanges',
  exchange_cases: 'exchanges',
  exchange_arrivals: 'exchanges',
  ring_messages: 'exchanges',
  audit_log: 'admin',
  account_blocks: 'moderation',
  complaints: 'moderation',
  market_factors: 'pricing',
  idempotency_keys: 'platform',
  quota_uses: 'platform',
  socket_io_attachments: 'platform',
}

test('each table has one writer', () => {
  const tables =
    /export type Tables = \{([^}]+)\}/.exec(sources.get('db/tables.ts') ?? '')?.[1] ?? ''
  expect([...tables.matchAll(/(\w+):/g)].map(([, table]) => table).sort()).toEqual(
    Object.keys(writers).sort(),
  )
  const writes = files.flatMap((file) => {
    if (!file.startsWith('server/') || isTest(file)) return []
    const matches = (sources.get(file) ?? '').matchAll(
      /(?:insertInto|updateTable|deleteFrom)\('(\w+)'\)|\b(?:insert into|delete from|update)\s+(\w+)\s+(?:set|values|where|\()/g,
    )
    return [...matches].map(([, inKysely, inSql]) => ({ file, table: inKysely ?? inSql ?? '' }))
  })
  expect(writes.length).toBeGreaterThan(30)
  const foreign = writes.filter(
    ({ file, table }) => table in writers && writers[table] !== featureOf(file),
  )
  expect(foreign.map(({ file, table }) => `${file} writes ${table}`)).toEqual([])
})

test('books are changed by `changeBooks`, but for ratings and recommendations', () => {
  const writing = [...sources].filter(
    ([file, text]) =>
      /^server\//.test(file) &&
      !isTest(file) &&
      /updateTable\('books'\)|\bupdate books set/.test(text),
  )
  const untold = writing.filter(([, text]) => !/changeBooks[(<]/.test(text))
  expect(untold.map(([file]) => file).sort()).toEqual([
    'server/books/recommend/recommend.ts',
    'server/books/title-ratings.ts',
  ])
})

test('routes write through `commit`, which invalidates the caches', () => {
  const routes = files.filter((file) => /^server\/.*\/routes\.ts$/.test(file))
  expect(routes.length).toBeGreaterThan(5)
  expect(
    routes.filter((file) => /\btransact(WholeMarket)?\b/.test(sources.get(file) ?? '')),
  ).toEqual([])
})

test('transactions have a time limit and are retried after conflicts, by `transact`', () => {
  const own = [...sources].filter(
    ([file, text]) =>
      /^(server|scripts)\//.test(file) && !isTest(file) && /\.(startT|t)ransaction\(/.test(text),
  )
  expect(own.map(([file]) => file)).toEqual(['server/platform/database/database.ts'])
})

// Any other form that is sent before its scripts have loaded would put whatever was typed into the
// URL.
test('each form in the browser posts, or says where it leads', () => {
  const forms = [...sources].flatMap(([file, text]) =>
    file.startsWith('web/')
      ? [...text.matchAll(/<form\b[^>]*/g)].map(([attributes]) => ({ file, attributes }))
      : [],
  )
  expect(forms.length).toBeGreaterThan(3)
  expect(forms.filter(({ attributes }) => !/\s(method="post"|action=)/.test(attributes))).toEqual(
    [],
  )
})
