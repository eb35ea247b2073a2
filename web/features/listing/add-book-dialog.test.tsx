// @vitest-environment happy-dom
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { indianYear } from '#contract/common/dates.ts'
import { logInForEachTest, renderPage } from '#web/testing-components.tsx'
import { AddBookDialog } from './add-book-dialog.tsx'
import type { BookDraft } from './book-draft.ts'

type Reply = { status?: number; body: unknown }
type Route = (body: string) => Reply | Promise<Reply>

const price = (predicted_price: number): Reply => ({
  body: { predicted_price, low: 200, high: 300, reasons: ['Three years old.'], comparables: [] },
})
const defaultRoutes: Record<string, Route> = {
  '/api/books/branches': () => ({ body: { branches: ['Law', 'Science'], used: [] } }),
  '/api/seller/profile': () => ({ body: { sellerType: 'individual' } }),
  '/api/predict-price': () => price(250),
  '/api/books/seller/books': () => ({ status: 201, body: { message: 'Added', book: {} } }),
}
let routes: Record<string, Route>
/** The multipart bodies of the requests that listed books. */
const sentBooks: string[] = []

const respond = async (path: string, body: string) =>
  (await routes[path]?.(body)) ?? { status: 404, body: {} }

// This is a real server, because the multipart bodies of XMLHttpRequest must be read.
const server = http.createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString()
  // Other requests may arrive from an earlier test, whose stubbed fetch is gone.
  if (request.url === '/api/books/seller/books') sentBooks.push(body)
  const reply = await respond(request.url ?? '', body)
  response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(reply.body))
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { happyDOM } = window as unknown as { happyDOM: { setURL: (url: string) => void } }
  happyDOM.setURL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
})
afterAll(() => void server.close())
logInForEachTest('seller')
beforeEach(() => {
  routes = { ...defaultRoutes }
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    const reply = await respond(path, String(body))
    return Response.json(reply.body, { status: reply.status ?? 200 })
  })
  sentBooks.splice(0)
})

const pictures = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => new File(['x'], `${index}.jpg`, { type: 'image/jpeg' }),
  )
const sentField = (body: string | undefined, name: string) =>
  new RegExp(`name="${name}"\\r\\n\\r\\n([^\\r]*)`).exec(body ?? '')?.[1]
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const alertText = () => screen.queryAllByRole('alert').at(-1)?.textContent

let closed: number
function openDialog(initial?: Partial<BookDraft>) {
  closed = 0
  return renderPage(
    <AddBookDialog
      initial={initial}
      onClose={() => {
        closed++
      }}
    />,
    MemoryRouter,
  )
}
type User = ReturnType<typeof openDialog>

async function fillTitle(user: User) {
  await user.type(field('Title'), 'Optics')
  await user.type(field('Author'), 'Ajoy Ghatak')
  await screen.findByRole('option', { name: 'Science' })
  await user.selectOptions(field('Branch'), 'Science')
}
async function predict(user: User) {
  await user.click(button(/Old Book/))
  await user.type(field('Publication year'), '2021')
  await user.type(field('Original price (₹)'), '500')
  await user.upload(field('Images (2-5)'), pictures(2))
  await user.click(button('Predict Price'))
  await waitFor(() => expect(field('Predicted price').value).toBe('₹250.00'))
}

test('a new book shows its errors in order, then it is sent and the dialog closes', async () => {
  const user = openDialog()
  await user.click(button(/New Book/))
  screen.getByText('Step 2 of 2')
  await user.click(button('Submit'))
  expect(alertText()).toBe('❌ Title, Author, and Original Price are required.')
  await waitFor(() => expect(document.activeElement).toBe(field('Title')))
  await fillTitle(user)
  await user.type(field('Price (₹)'), '695')
  await user.click(button('Submit'))
  expect(alertText()).toBe('❌ Please upload at least 2 images.')
  await user.upload(field('Images (2-5)'), pictures(2))
  await user.click(button('Submit'))
  await waitFor(() => expect(closed).toBe(1))
  expect(await screen.findByText('✅ Book Added Successfully!')).toBeTruthy()
  expect(sentBooks).toHaveLength(1)
  expect(
    ['bookType', 'title', 'original_price'].map((name) => sentField(sentBooks[0], name)),
  ).toEqual(['new', 'Optics', '695'])
  expect(sentBooks[0]?.match(/filename="\d\.jpg"/g)).toHaveLength(2)
})

test('a new book costs less than its MRP, if the seller says so', async () => {
  const user = openDialog()
  await user.click(button(/New Book/))
  await fillTitle(user)
  await user.type(field('Price (₹)'), '640')
  await user.type(field(/^MRP/), '695')
  await user.upload(field('Images (2-5)'), pictures(2))
  await user.click(button('Submit'))
  await waitFor(() => expect(closed).toBe(1))
  expect(['price', 'original_price'].map((name) => sentField(sentBooks[0], name))).toEqual([
    '640',
    '695',
  ])
})

test('if the rent is missing and the ISBN is wrong, the ISBN is focused, because it is higher up', async () => {
  const user = openDialog()
  await user.click(button(/New Book/))
  await fillTitle(user)
  await user.type(field('Price (₹)'), '695')
  await user.upload(field('Images (2-5)'), pictures(2))
  await user.click(field('Rentable'))
  await user.type(field(/^ISBN/), '123')
  await user.click(button('Submit'))
  await waitFor(() => expect(document.activeElement).toBe(field(/^ISBN/)))
})

const guide = { isbn: '9780143039655', title: 'The Guide', author: 'R. K. Narayan' }

test('a known ISBN fills in what is still empty, once the seller says it is this book', async () => {
  const facts = { branch: 'Law', publication_year: 2016, pages: 220, original_price: 299 }
  routes['/api/titles/isbn?isbn=9780143039655'] = () => ({ body: { ...guide, ...facts } })
  const user = openDialog()
  await user.click(button(/Old Book/))
  await user.type(field('Pages (optional)'), '224')
  await user.type(field(/^ISBN/), '978-0-14-303965-5')
  await screen.findByText('R. K. Narayan · 2016 · 220 pages · ₹299 when new')
  expect(field('Publication year').value).toBe('')
  await user.click(button('Yes, fill it in'))
  expect(
    ['Publication year', 'Pages (optional)', 'Original price (₹)'].map((name) => field(name).value),
  ).toEqual(['2016', '224', '299'])
  expect(screen.queryByText('Is it this one?')).toBeNull()
  await user.upload(field('Images (2-5)'), pictures(2))
  await user.click(button('Next'))
  await waitFor(() => expect(field('Title').value).toBe('The Guide'))
  expect([field('Author').value, field('Branch').value]).toEqual(['R. K. Narayan', 'Law'])
})

test.each(['Back', 'a reload'])(
  'after %s, another ISBN replaces what the first one filled in',
  async (way) => {
    const machines = { isbn: '9788121925242', title: 'Theory of Machines', author: 'R. S. Khurmi' }
    const facts = { branch: 'Law', publication_year: 2016, original_price: 299 }
    routes['/api/titles/isbn?isbn=9780143039655'] = () => ({ body: { ...guide, ...facts } })
    routes['/api/titles/isbn?isbn=9788121925242'] = () => ({
      body: { ...machines, branch: 'Science', publication_year: 2019, original_price: 650 },
    })
    let user = openDialog()
    await user.click(button(/Old Book/))
    await user.type(field(/^ISBN/), guide.isbn)
    await user.click(await screen.findByRole('button', { name: 'Yes, fill it in' }))
    await user.upload(field('Images (2-5)'), pictures(2))
    await user.click(button('Next'))
    await waitFor(() => expect(field('Title').value).toBe('The Guide'))
    await user.type(field('Author'), 'aswami')
    if (way === 'Back') await user.click(button('Back'))
    else {
      cleanup()
      user = openDialog()
      await user.upload(field('Images (2-5)'), pictures(2))
    }
    await screen.findByText('The Guide, R. K. Narayan')
    await user.clear(field(/^ISBN/))
    await user.type(field(/^ISBN/), machines.isbn)
    await user.click(await screen.findByRole('button', { name: 'Yes, fill it in' }))
    expect([field('Publication year').value, field('Original price (₹)').value]).toEqual([
      '2019',
      '650',
    ])
    await user.click(button('Next'))
    await waitFor(() => expect(field('Title').value).toBe('Theory of Machines'))
    // Keeps what the seller typed.
    expect([field('Author').value, field('Branch').value]).toEqual([
      'R. K. Narayanaswami',
      'Science',
    ])
  },
)

test('a book that isn’t the right one fills in nothing', async () => {
  routes['/api/titles/isbn?isbn=9780143039655'] = () => ({ body: guide })
  const user = openDialog()
  await user.click(button(/New Book/))
  await user.type(field(/^ISBN/), guide.isbn)
  await screen.findByText('Is it this one?')
  await user.click(button('No'))
  expect(screen.queryByText('Is it this one?')).toBeNull()
  expect(field('Title').value).toBe('')
})

test.each([
  ['9780143039656', 'A digit of this ISBN is wrong. Compare it with the book.'],
  ['9780143039655', 'We don’t know this book yet. Please fill in the rest.'],
])('says what is wrong with the ISBN %s', async (isbn, text) => {
  routes['/api/titles/isbn?isbn=9780143039655'] = () => ({
    status: 404,
    body: { code: 'isbn_unknown', message: 'Unknown.' },
  })
  const user = openDialog()
  await user.click(button(/New Book/))
  await user.type(field(/^ISBN/), isbn)
  await screen.findByText(text)
})

test('Next refuses a wrong ISBN', async () => {
  const user = openDialog()
  await user.click(button(/Old Book/))
  await user.type(field(/^ISBN/), '123')
  await user.type(field('Publication year'), '2016')
  await user.type(field('Original price (₹)'), '299')
  await user.upload(field('Images (2-5)'), pictures(2))
  await user.click(button('Next'))
  await screen.findByText('An ISBN has 10 or 13 digits.')
  expect(document.activeElement).toBe(field(/^ISBN/))
})

test('after a reload, a listing’s draft still has its PIN code and hand-overs', async () => {
  const user = openDialog()
  await user.click(button(/New Book/))
  await user.type(field('Title'), 'Optics')
  await user.type(await screen.findByLabelText(/^PIN code/), '411004')
  await user.click(field('By post'))
  cleanup()
  openDialog()
  expect(await screen.findByLabelText(/^PIN code/)).toHaveProperty('value', '411004')
  expect(field('By post').checked).toBe(true)
  expect(field('In person').checked).toBe(false)
})

const lastBook = { bookType: 'old', branch: 'Law', condition: 'poor' } as const

test('after a reload, another old book is still an old book, also under Add Book', async () => {
  const user = openDialog(lastBook)
  await user.type(field('Publication year'), '2016')
  for (const initial of [lastBook, undefined, { bookType: 'new' as const }]) {
    cleanup()
    openDialog(initial)
    await screen.findByText('Your draft is back.')
    screen.getByText('Step 2 of 3')
    expect(field('Publication year').value).toBe('2016')
    expect(field('Condition').value).toBe('poor')
  }
})

test('a draft of a wanted title is back under Add Book, and another title doesn’t mix with it', async () => {
  const optics = { title: 'Optics', author: 'Ajoy Ghatak', openToExchange: true }
  let user = openDialog(optics)
  await user.click(button(/New Book/))
  await user.clear(field('Author'))
  await user.type(field('Price (₹)'), '695')
  const values = () => [field('Title').value, field('Author').value, field('Price (₹)').value]
  for (const initial of [undefined, optics, { title: 'Company Law', author: 'N. D. Kapoor' }]) {
    cleanup()
    user = openDialog(initial)
    const note = await screen.findByText(/^Your draft is back/)
    expect(values()).toEqual(['Optics', '', '695'])
    expect(note.textContent).toBe(
      initial?.title === 'Company Law'
        ? 'Your draft is back. Start over to list “Company Law”.'
        : 'Your draft is back.',
    )
  }
  await user.click(button('Start over'))
  await user.click(button(/New Book/))
  expect(screen.queryByText(/^Your draft is back/)).toBeNull()
  expect(values()).toEqual(['Company Law', 'N. D. Kapoor', ''])
  cleanup()
  openDialog()
  screen.getByText('Step 1: is the book new or used?')
})

test('a draft that has only photos is still of an old book', async () => {
  const user = openDialog(lastBook)
  await user.upload(field('Images (2-5)'), pictures(2))
  cleanup()
  openDialog()
  screen.getByText('Step 2 of 3')
  expect(field('Condition').value).toBe('poor')
})

test('a chosen book type alone is no draft', async () => {
  const user = openDialog()
  await user.click(button(/Old Book/))
  await user.click(button('Close'))
  expect(closed).toBe(1)
  expect(screen.queryByText('Draft saved.')).toBeNull()
  cleanup()
  openDialog()
  screen.getByText('Step 1: is the book new or used?')
})

test('Cancel keeps what was entered, until Start over', async () => {
  let user = openDialog()
  await user.click(button(/New Book/))
  await user.type(field('Title'), 'Optics')
  await user.click(button('Back'))
  await user.click(button('Cancel'))
  expect(closed).toBe(1)
  screen.getByText('Draft saved.')
  cleanup()
  user = openDialog()
  expect(field('Title').value).toBe('Optics')
  await user.click(button('Start over'))
  cleanup()
  openDialog()
  screen.getByText('Step 1: is the book new or used?')
})

test('new books start with the condition New and old ones with Good', async () => {
  const user = openDialog()
  await user.click(button(/New Book/))
  expect(field('Condition').value).toBe('new')
  await user.click(button('Back'))
  await user.click(button(/Old Book/))
  expect(field('Condition').value).toBe('good')
  await user.selectOptions(field('Condition'), 'poor')
  await user.click(button('Back'))
  await user.click(button(/Old Book/))
  expect(field('Condition').value).toBe('poor')
  await user.click(button('Back'))
  await user.click(button(/New Book/))
  expect(field('Condition').value).toBe('new')
})

test('a price can be typed in any common form and becomes a plain number on blur', async () => {
  const user = openDialog()
  await user.click(button(/New Book/))
  const price = field('Price (₹)')
  // A number input would refuse most of these, and change on the mouse wheel.
  expect([price.inputMode, price.type]).toEqual(['decimal', 'text'])
  expect(document.querySelector('input[type=number]')).toBeNull()
  for (const [typed, shown] of [
    ['1299/-', '1299'],
    ['Rs. 1,299', '1299'],
    ['१२९९', '1299'],
    ['249.50', '249.50'],
    ['two', 'two'],
  ] as const) {
    await user.clear(price)
    await user.type(price, typed)
    await user.tab()
    expect(price.value).toBe(shown)
  }
  await user.click(button('Submit'))
  expect(await screen.findAllByText('Original price must be a number.')).not.toHaveLength(0)
})

test('a scanner’s Enter after the ISBN doesn’t send the form, and pasted text stays whole', async () => {
  const user = openDialog()
  await user.click(button(/New Book/))
  const isbn = field('ISBN (optional)')
  expect(isbn.inputMode).toBe('text')
  await user.click(isbn)
  await user.paste('ISBN-13: 978-81-291-3572-8')
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(isbn.value).toBe('ISBN-13: 978-81-291-3572-8')
  const title = field('Title')
  await user.click(title)
  await user.paste('ट'.repeat(210))
  expect(title.value).toHaveLength(210)
})

test('going back and forward loses nothing', async () => {
  const user = openDialog()
  await predict(user)
  await user.click(button('Next'))
  screen.getByText('Step 3 of 3')
  await fillTitle(user)
  await user.click(button('Back'))
  await user.click(button('Back'))
  screen.getByText('Step 1: is the book new or used?')
  await user.click(button(/Old Book/))
  await waitFor(() => expect(field('Predicted price').value).toBe('₹250.00'))
  expect(screen.getAllByRole('button', { name: /^Remove picture/ })).toHaveLength(2)
  await user.click(button('Next'))
  expect(field('Title').value).toBe('Optics')
  expect(field('Branch').value).toBe('Science')
})

test('the copies stay if the same book type is pressed again', async () => {
  const user = openDialog()
  await predict(user)
  await user.click(button('Next'))
  await user.clear(field('Copies'))
  await user.type(field('Copies'), '3')
  await user.click(button('Back'))
  await user.click(button('Back'))
  await user.click(button(/Old Book/))
  await user.click(button('Next'))
  await waitFor(() => expect(field('Copies').value).toBe('3'))
})

test('a book of exactly 20 years may cost more than its original price', async () => {
  const user = openDialog()
  await user.click(button(/Old Book/))
  await user.click(field('Accept Predicted Price'))
  await user.type(field('Publication year'), `${indianYear(new Date()) - 20}`)
  screen.getByText(
    'This book is at least 20 years old, so you may ask more than its original price.',
  )
})

test('Submit waits for the price of the latest input, and asks first if another one was shown', async () => {
  const user = openDialog()
  await predict(user)
  await user.click(button('Next'))
  await screen.findByText('Add the title for a better estimate.')
  const { promise, resolve } = Promise.withResolvers<Reply>()
  routes['/api/predict-price'] = () => promise
  await fillTitle(user)
  await user.click(button('Submit'))
  await user.type(field('Author'), '{Enter}')
  expect(button('Submit').getAttribute('aria-disabled')).toBe('true')
  resolve(price(225))
  await screen.findByText('The price is now ₹225. Press Submit to list at it.')
  screen.getByRole('heading', { name: 'Your price: ₹225' })
  expect(button('Submit').getAttribute('aria-disabled')).toBeNull()
  expect(sentBooks).toEqual([])
  await user.click(button('Back'))
  expect(field('Predicted price').value).toBe('₹225.00')
  await user.click(button('Next'))
  await user.dblClick(button('Submit'))
  await waitFor(() => expect(closed).toBe(1))
  expect(sentBooks).toHaveLength(1)
  expect(sentField(sentBooks[0], 'acceptPredictedPrice')).toBe('yes')
})

test('after a failed prediction the book can’t be listed at the predicted price', async () => {
  const user = openDialog()
  await predict(user)
  routes['/api/predict-price'] = () => ({ status: 500, body: { code: 'internal', message: '' } })
  await user.click(button('Next'))
  await fillTitle(user)
  await screen.findByText('The price could not be predicted.')
  routes['/api/predict-price'] = () => price(250)
  await user.click(button('Submit'))
  expect(alertText()).toBe(
    'The price could not be predicted. Press Submit to try again, or go back and enter your own.',
  )
  await screen.findByRole('heading', { name: 'Your price: ₹250' })
  expect(sentBooks).toEqual([])
  await user.click(button('Submit'))
  await waitFor(() => expect(closed).toBe(1))
  expect(sentBooks).toHaveLength(1)
})

test('while a book is being sent there is no Back; after a failure all input is still there', async () => {
  const { promise, resolve } = Promise.withResolvers<Reply>()
  routes['/api/books/seller/books'] = () => promise
  const user = openDialog()
  await user.click(button(/New Book/))
  await fillTitle(user)
  await user.type(field('Price (₹)'), '695')
  await user.upload(field('Images (2-5)'), pictures(2))
  await user.click(button('Submit'))
  await screen.findByRole('progressbar', { name: 'Uploading' })
  expect((button('Back') as HTMLButtonElement).disabled).toBe(true)
  await user.click(button('Submit'))
  resolve({ body: 'not a response of the server' })
  await screen.findByText('❌ Failed to add book.')
  expect(sentBooks).toHaveLength(1)
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect((button('Back') as HTMLButtonElement).disabled).toBe(false)
  expect(field('Title').value).toBe('Optics')
  expect(closed).toBe(0)
})

test('the suggested rent follows the asking price', async () => {
  const user = openDialog()
  await predict(user)
  await user.click(button('Next'))
  await user.click(screen.getByRole('checkbox', { name: 'Rentable' }))
  await screen.findByText('Try ₹4 per day: ₹120 for 30 days, at most half your price.')
  await user.click(button('Back'))
  await user.click(screen.getByRole('checkbox', { name: 'Accept Predicted Price' }))
  await user.type(field('Custom price (₹)'), '199')
  await user.click(button('Next'))
  await screen.findByText('Try ₹3 per day: ₹90 for 30 days, at most half your price.')
  await user.click(button('Use ₹3'))
  expect(field('Rent price per day (₹)').value).toBe('3')
  expect(screen.queryByText(/^Try ₹/)).toBeNull()
})
