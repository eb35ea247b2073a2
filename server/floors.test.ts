// The house holds: imports only go down, nothing goes in circles, files keep their names and their size.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const files = globSync('{contract,server,web,scripts,bench,e2e}/**/*.{ts,tsx}', {
  cwd: root,
}).filter((file) => !file.includes('+types'))
const sources = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))

/** In their order: a feature may use the store, the rules and the views of those before it. */
const features = [
  'photos',
  'people',
  'notices',
  'auth',
  'pricing',
  'books',
  'chats',
  'orders',
  'accounts',
  'reports',
  'admin',
  'demo',
]
const areas = ['public', 'buyer', 'seller', 'admin']

type Import = { from: string; to: string; typeOnly: boolean }

/** What a file imports of ours, as paths from the root. */
function importsOf(file: string): Import[] {
  const text = sources.get(file) ?? ''
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^'";]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)|(?:^|\n)import\s+'([^']+)'/g,
  )
  return [...found].flatMap(([, type, statical, dynamic, bare]) => {
    const name = statical ?? dynamic ?? bare ?? ''
    const to = name.startsWith('#')
      ? name.slice(1)
      : name.startsWith('.')
        ? path.join(path.dirname(file), name)
        : undefined
    return to === undefined || to.includes('+types') || !/\.tsx?$/.test(to)
      ? []
      : [{ from: file, to, typeOnly: type !== undefined }]
  })
}
const imports = files.flatMap(importsOf)
const isTest = (file: string) => /\.test\.tsx?$|(^|\/)testing[\w-]*\.ts$|^e2e\//.test(file)
const feature = (file: string) => /^server\/([^/]+)\//.exec(file)?.[1]

/** What several features do alike, each under addresses of its own; and ratings, which buyers give and admins remove. */
const stories = [
  'server/auth/change-password.ts',
  'server/auth/confirm-password.ts',
  'server/auth/devices.ts',
  'server/orders/rate.ts',
  'server/photos/keep-pictures.ts',
]

const platformContract = [
  'contract/endpoint.ts',
  'contract/errors.ts',
  'contract/live.ts',
  'contract/pages.ts',
]

/** Why an import stands on the wrong floor; undefined when it doesn't. */
function wrong({ from, to, typeOnly }: Import): string | undefined {
  const [floor, room] = from.split('/')
  const [toFloor, toRoom] = to.split('/')
  // A test of the page may run a real server.
  if (isTest(from) && /\/testing[\w-]*\.ts$/.test(to)) return undefined
  if (floor === 'contract')
    return toFloor === 'contract' ? undefined : 'the contract imports nothing of ours outside'
  if (floor === 'server' && toFloor === 'web') return 'the server knows nothing of the web'
  if (floor === 'web' && toFloor === 'server')
    return 'the web knows the server by the contract only'
  if ((floor === 'server' || floor === 'web') && !['contract', floor].includes(toFloor ?? ''))
    return 'imports only go down'
  if (isTest(from)) return undefined
  if (floor === 'server' && room === 'platform') {
    if (toFloor === 'contract')
      return platformContract.includes(to) ? undefined : 'the platform knows no feature'
    return toRoom === 'platform' ? undefined : 'the platform knows no feature'
  }
  const own = feature(from)
  const other = feature(to)
  if (own && other && own !== other && other !== 'platform') {
    if (features.indexOf(other) > features.indexOf(own)) return `${own} stands left of ${other}`
    const isOpen = /\/(store|rules|views)\.ts$/.test(to) || stories.includes(to)
    if (!isOpen && !typeOnly && own !== 'demo')
      return 'of another feature only the store, the rules, the views and named stories may be used'
  }
  if (floor === 'web' && toFloor === 'web') {
    if (room === 'ui' && toRoom !== 'ui') return 'ui could ship in another product'
    if (room === 'data' && toRoom !== 'data') return 'data knows no screen'
    if (room === 'parts' && toRoom === 'areas') return 'parts know no area'
    if (room === 'areas' && toRoom === 'areas' && from.split('/')[2] !== to.split('/')[2])
      return 'an area knows no other'
  }
  if (floor === 'web' && room === 'ui' && toFloor === 'contract')
    return 'ui could ship in another product'
  return undefined
}

test('imports only go down', () => {
  expect(
    imports.flatMap((one) => (wrong(one) ? [`${one.from} → ${one.to}: ${wrong(one)}`] : [])),
  ).toEqual([])
})

test('every import leads to a file, and none goes up by ../', () => {
  expect(
    imports.filter(({ to }) => !sources.has(to)).map(({ from, to }) => `${from} → ${to}`),
  ).toEqual([])
  expect(
    [...sources].filter(([, text]) => /from '\.\.\//.test(text)).map(([file]) => file),
  ).toEqual([])
})

test('no imports go in a circle', () => {
  const next = new Map(
    files.map((file) => [
      file,
      imports.filter((one) => one.from === file && !one.typeOnly).map((one) => one.to),
    ]),
  )
  const done = new Set<string>()
  const circles: string[] = []
  const walk = (file: string, trail: string[]) => {
    if (trail.includes(file))
      return void circles.push([...trail.slice(trail.indexOf(file)), file].join(' → '))
    if (done.has(file)) return
    for (const to of next.get(file) ?? []) walk(to, [...trail, file])
    done.add(file)
  }
  for (const file of files) walk(file, [])
  expect(circles).toEqual([])
})

test('errors are told apart by their codes, not by their sentences', () => {
  // A sentence compared with another, or looked for in a table of them.
  const bySentence =
    /[!=]==?\s*refusals\b|refusals[.[]\w+['\]]*\[1\]\s*[!=]==|(?<!typeof \S*)\.message\s*[!=]==(?!\s*'')|\[\s*sentence as/
  const product = [...sources].filter(
    ([file]) => /^(contract|server|web)\//.test(file) && !isTest(file),
  )
  expect(product.filter(([, text]) => bySentence.test(text)).map(([file]) => file)).toEqual([])
})

test('files bear telling names and keep to their size', () => {
  const vague = files.filter((file) =>
    /(^|\/)(utils?|helpers?|services?|managers?|types?|common-types)\.tsx?$/.test(file),
  )
  expect(vague).toEqual([])
  const rooms = new Set(files.flatMap((file) => feature(file) ?? []))
  expect([...rooms].filter((room) => room !== 'platform' && !features.includes(room))).toEqual([])
  expect(
    [...new Set(files.flatMap((file) => /^web\/areas\/([^/]+)/.exec(file)?.[1] ?? []))].filter(
      (area) => !areas.includes(area),
    ),
  ).toEqual([])
  const lengths = files
    .filter((file) => !isTest(file) && file !== 'server/platform/tables.ts')
    .map((file) => [file, (sources.get(file) ?? '').split('\n').length - 1] as const)
  expect(lengths.filter(([, length]) => length > 250)).toEqual([])
  const sorted = lengths.map(([, length]) => length).sort((one, other) => one - other)
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(90)
  expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThanOrEqual(150)
})

/** The files a feature has besides routes, store, rules and views. */
const named: Record<string, string[]> = {
  photos: ['keep-pictures', 'pictures', 'quotas', 'removal'],
  auth: [
    'admins',
    'attempts',
    'change-password',
    'confirm-password',
    'devices',
    'first-admin',
    'log-in',
    'passwords',
    'reset',
    'sign-up',
  ],
  books: [
    'detail',
    'listing',
    'lists',
    'market',
    'nearness',
    'recommend',
    'search',
    'sitemap',
    'sorting',
    'words',
  ],
  chats: ['send'],
  orders: ['place', 'rate'],
  pricing: ['assumptions', 'learn', 'model'],
  accounts: ['export', 'leave'],
}

test('a feature has the files that every feature has, and those named here', () => {
  const unknown = files.filter((file) => {
    const room = feature(file)
    if (room === undefined || room === 'platform' || room === 'demo' || isTest(file)) return false
    return !['routes', 'store', 'rules', 'views', ...(named[room] ?? [])].includes(
      path.basename(file, '.ts'),
    )
  })
  expect(unknown).toEqual([])
})

/** Who writes each table; those of the platform are written by itself, by migrations and by libraries. */
const writers: Record<string, string> = {
  people: 'people',
  sessions: 'auth',
  known_devices: 'auth',
  login_failures: 'auth',
  signups: 'auth',
  password_resets: 'auth',
  reset_links: 'auth',
  reset_requests: 'auth',
  notices: 'notices',
  muted_notices: 'notices',
  photos: 'photos',
  uploads: 'photos',
  upload_sums: 'photos',
  books: 'books',
  book_photos: 'books',
  copies: 'books',
  recommendations: 'books',
  holds: 'books',
  chats: 'chats',
  messages: 'chats',
  orders: 'orders',
  order_events: 'orders',
  ratings: 'orders',
  audit_log: 'admin',
  market_factors: 'pricing',
  idempotency_keys: 'platform',
  account_exports: 'accounts',
  installation: 'platform',
  socket_io_attachments: 'platform',
}

test('each table has one writer', () => {
  const tables =
    /export type Tables = \{([^}]+)\}/.exec(sources.get('server/platform/tables.ts') ?? '')?.[1] ??
    ''
  expect([...tables.matchAll(/(\w+):/g)].map(([, table]) => table).sort()).toEqual(
    Object.keys(writers).sort(),
  )
  const writes = files.flatMap((file) => {
    if (!file.startsWith('server/') || isTest(file)) return []
    const found = (sources.get(file) ?? '').matchAll(
      /(?:insertInto|updateTable|deleteFrom)\('(\w+)'\)|\b(?:insert into|delete from|update)\s+(\w+)\s+(?:set|values|where|\()/g,
    )
    return [...found].map(([, built, written]) => ({ file, table: built ?? written ?? '' }))
  })
  expect(writes.length).toBeGreaterThan(30)
  const foreign = writes.filter(
    ({ file, table }) => table in writers && writers[table] !== feature(file),
  )
  expect(foreign.map(({ file, table }) => `${file} writes ${table}`)).toEqual([])
})

test('a write of a route is committed through its call, so that nobody reads what was there before', () => {
  const routes = files.filter((file) => /^server\/\w+\/routes\.ts$/.test(file))
  expect(routes.length).toBeGreaterThan(5)
  expect(
    routes.filter((file) => /\btransact\b|\.transaction\(/.test(sources.get(file) ?? '')),
  ).toEqual([])
})

test('effects live in web/ui and web/data', () => {
  const effects = files.filter(
    (file) =>
      file.startsWith('web/') && /\buse(Layout|Insertion)?Effect\b/.test(sources.get(file) ?? ''),
  )
  expect(effects.filter((file) => !/^web\/(ui|data)\//.test(file))).toEqual([])
})
