// What loads late doesn't move the controls that are there already: whoever is about to press one
// would press something else, or nothing.
import { testWithChat } from '#e2e/chats/chat-page.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, test } from '#e2e/support/fixtures.ts'
import { holdResponses } from '#e2e/support/network.ts'

// Each test opens some thirty pages and waits on each.
test.setTimeout(900_000)

const phone = { viewport: { width: 360, height: 800 } }

/** Time for whatever isn't held back to come and be drawn; more would only find less by chance. */
const settleMs = 200

/** The addresses below `/api` that a page reads. */
async function recordReads(page: Page, path: string): Promise<string[]> {
  const reads = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/')) reads.add(pathname)
  })
  await visit(page, path)
  await page.waitForLoadState('networkidle')
  page.removeAllListeners('request')
  return [...reads]
}

const rememberControls = (page: Page) =>
  page.evaluate(() => {
    for (const control of document.querySelectorAll<HTMLElement>(
      'main a, main button, main input',
    )) {
      const { top, height } = control.getBoundingClientRect()
      if (height > 0 && top >= 0 && top < innerHeight) control.dataset.top = String(top)
    }
  })

/** The controls that are still there, but more than a few pixels from where they were. */
const findMoves = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-top]')].flatMap((control) => {
      const movedPx = control.getBoundingClientRect().top - Number(control.dataset.top)
      const name = control.ariaLabel ?? control.textContent
      return Math.abs(movedPx) > 4 ? [`'${name}' moves by ${Math.round(movedPx)} px`] : []
    }),
  )

/** Opens a page once for each address, with that response held back for a while. */
async function findMovesOn(page: Page, path: string, reads: string[]): Promise<string[]> {
  const moves: string[] = []
  for (const read of reads) {
    const release = await holdResponses(page, { path: new RegExp(`^${read}$`), method: 'GET' })
    await visit(page, path)
    await page.waitForTimeout(settleMs)
    await rememberControls(page)
    release()
    await page.waitForTimeout(settleMs)
    moves.push(...(await findMoves(page)).map((move) => `${path}, ${read} late: ${move}`))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  return moves
}

/** Holds back the reads that all pages share, such as the menu's counts, on the first page only. */
async function expectNoMoves(page: Page, paths: string[]): Promise<void> {
  const readsByPage = new Map<string, string[]>()
  for (const path of paths) readsByPage.set(path, await recordReads(page, path))
  const [first = [], ...others] = readsByPage.values()
  const shared = first.filter((read) => others.every((reads) => reads.includes(read)))
  const moves: string[] = []
  for (const [path, reads] of readsByPage) {
    const own = path === paths[0] ? reads : reads.filter((read) => !shared.includes(read))
    moves.push(...(await findMovesOn(page, path, own)))
  }
  expect(moves).toEqual([])
}

const inArea = (area: string, ...pages: string[]) => pages.map((page) => `/${area}/${page}`)
const areaPages = ['dashboard', 'orders', 'chats', 'profile', 'wants', 'exchanges']

testWithChat(
  'controls stay where they are on the pages of a buyer',
  async ({ openPage, createOrder, chat: { seller, buyer, bookId, chatId } }) => {
    await createOrder(seller, chatId)
    await expectNoMoves(await openPage(buyer, phone), [
      ...inArea('buyer', ...areaPages, 'saved', `book/${bookId}`),
      ...['/', '/books', '/wanted'],
    ])
  },
)

testWithChat(
  'controls stay where they are on the pages of a seller',
  async ({ openPage, createBook, createOrder, chat: { seller, chatId } }) => {
    await createOrder(seller, chatId)
    await createBook(seller, { title: 'Digital Electronics' })
    const pages = inArea('seller', ...areaPages, 'manage-books', 'reports')
    await expectNoMoves(await openPage(seller, phone), pages)
  },
)

for (const [name, pages] of Object.entries({
  lists: ['buyers', 'sellers', 'books', 'orders', 'complaints', 'reviews', 'audit'],
  'the others': ['dashboard', 'blocked-orders', 'password-requests', 'prices', 'profile'],
}))
  test(`controls stay where they are on the admin’s pages: ${name}`, async ({
    openPage,
    admin,
  }) => {
    const page = await openPage(admin, phone)
    await expectNoMoves(page, inArea('admin', ...pages))
  })
