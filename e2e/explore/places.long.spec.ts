// Sellers say where their books are, and buyers see the place and its distance.
import { checkScreen, onDesktop } from '#e2e/accessibility/check-screen.ts'
import { definitionOf, readLocalStorage, visit } from '#e2e/support/browser-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { recordCalls } from '#e2e/support/network.ts'
import { createSellerIn } from './create-seller-in.ts'

const kothrud = 'Kothrud, Pune, Maharashtra'

test('a seller says where their books are', async ({ openAt, seller }) => {
  const page = await openAt('/seller/manage-books', seller, onDesktop)
  const reminder = page.getByRole('complementary', { name: 'How buyers get your books' })
  await expect(reminder).toBeVisible()
  const asked = reminder.getByLabel('PIN code (optional)')
  await asked.fill('100000')
  await asked.press('Enter')
  await expect(asked).toHaveAccessibleDescription(/We don’t know this PIN code/)
  await checkScreen(page, 'page that asks for a PIN code')
  await asked.fill('411004')
  await reminder.getByRole('button', { name: 'Save' }).click()
  await expect(reminder).toContainText('Place: Deccan Gymkhana, Pune')
  await reminder.getByRole('checkbox', { name: 'By post' }).check()
  await reminder.getByRole('button', { name: 'Save' }).click()
  await expect(reminder).toBeHidden()
  await visit(page, '/seller/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const field = page.getByLabel('PIN code (optional)')
  await field.fill('411 038')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(definitionOf(page.getByRole('main'), 'PIN code')).toHaveText(`411038, ${kothrud}`)
  await visit(page, '/seller/manage-books')
  await expect(page.getByText('No books found.')).toBeVisible()
  await expect(reminder).toBeHidden()
})

test('the place of a book, and its distance', async ({ openPage, post, createBook }) => {
  const title = unique('Nearby')
  const ids = await Promise.all(
    ['411038', '411004', '796001', '682555'].map(async (pinCode) => {
      const seller = await createSellerIn(post, pinCode)
      return createBook(seller, { title: `${title} ${pinCode}` })
    }),
  )
  const page = await openPage(undefined, onDesktop)
  const distances = recordCalls(page, { path: /^\/api\/places\/distances$/ })
  await visit(page, `/books?sort=newest&search=${encodeURIComponent(title)}`)
  const cardOf = (place: string) => page.getByRole('article').filter({ hasText: place })
  await expect(cardOf('Kothrud, Pune')).toBeVisible()
  await expect(cardOf('Deccan Gymkhana, Pune')).toBeVisible()
  await expect(cardOf('Aizawl')).toBeVisible()
  expect(distances).toHaveLength(0)
  const button = page.getByRole('button', { name: 'Add your PIN code' })
  await button.click()
  const field = page.getByLabel('Your PIN code')
  await page.getByRole('button', { name: 'Show distances' }).click()
  await expect(field).toHaveAccessibleDescription(/Enter a PIN code of 6 digits/)
  await field.fill('411038')
  await expect(field).toHaveAccessibleDescription(kothrud)
  await checkScreen(page, 'where are you')
  await field.press('Enter')
  await expect(cardOf('Kothrud, Pune')).toContainText('<\u00A01\u00A0km')
  await expect(cardOf('Deccan Gymkhana, Pune')).toContainText(/· [2-5]\skm/)
  await expect(cardOf('Aizawl')).toContainText(/· \d,\d{3}\skm/)
  // The position of this place is unknown.
  await expect(cardOf('Kavaratti')).not.toContainText('km')
  expect(distances).toHaveLength(1)
  // The cards are dimmed until the nearest copies are known, too.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  // The place stays in the browser, and also applies to the book's page.
  expect((await readLocalStorage(page))['dobara:userLocation']).toContain('411038')
  await visit(page, `/buyer/book/${ids[1]}`)
  await expect(page.getByText('Deccan Gymkhana, Pune, Maharashtra').first()).toBeVisible()
  await expect(page.getByText(/· [2-5]\skm/).first()).toBeVisible()
  await checkScreen(page, 'a book page with a distance')
  await page.goBack()
  await page.getByRole('button', { name: 'Near Kothrud, Pune' }).click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(button).toBeFocused()
  await expect(page.getByText(/· [2-5]\skm/)).toHaveCount(0)
  expect((await readLocalStorage(page))['dobara:userLocation']).toBeUndefined()
})

test('the browser’s position is rounded', async ({ openPage, post, createBook }) => {
  const title = unique('Position')
  await createBook(await createSellerIn(post, '411038'), { title })
  const page = await openPage(undefined, {
    permissions: ['geolocation'],
    geolocation: { latitude: 18.51234567, longitude: 73.84567891 },
  })
  await visit(page, `/books?sort=newest&search=${encodeURIComponent(title)}`)
  await page.getByRole('button', { name: 'Add your PIN code' }).click()
  await page.getByRole('button', { name: 'Use my location' }).click()
  await expect(page.getByRole('button', { name: 'Near your location' })).toBeVisible()
  await expect(page.getByRole('article').first()).toContainText(/· [2-6]\skm/)
  const { 'dobara:userLocation': kept = '' } = await readLocalStorage(page)
  expect(JSON.parse(kept)).toMatchObject({ from: '18.51,73.85', city: 'Pune, Maharashtra' })
  await page.getByLabel('Distance', { exact: true }).selectOption('My city')
  await expect(page.getByRole('button', { name: 'Remove In Pune' })).toBeVisible()
})

test('books within some kilometres, nearest first', async ({ openAt, post, createBook }) => {
  const title = unique('Around')
  for (const pinCode of ['411028', '411004', '400001', '411038'])
    await createBook(await createSellerIn(post, pinCode), { title: `${pinCode} ${title}` })
  const page = await openAt(`/books?search=${encodeURIComponent(title)}`, undefined, onDesktop)
  await page.getByRole('button', { name: 'Filters' }).click()
  const distance = page.getByLabel('Distance', { exact: true })
  await expect(distance).toBeDisabled()
  await expect(distance).toHaveAccessibleDescription('Add your PIN code first.')
  await page.getByRole('button', { name: 'Add your PIN code' }).click()
  await page.getByLabel('Your PIN code').fill('411038')
  await expect(page.getByLabel('Your PIN code')).toHaveAccessibleDescription(kothrud)
  await page.getByRole('button', { name: 'Show distances' }).click()
  const cards = page.getByRole('region', { name: 'Books' }).getByRole('heading', { level: 3 })
  const startWith = (pinCodes: string[]) =>
    expect(cards).toHaveText(pinCodes.map((pinCode) => new RegExp(`^${pinCode}`)))
  await distance.selectOption('5 km')
  await expect(cards).toHaveCount(2)
  await page.getByLabel('Sort by').selectOption('Nearest')
  await startWith(['411038', '411004'])
  await distance.selectOption('25 km')
  await startWith(['411038', '411004', '411028'])
  await distance.selectOption('My city')
  await startWith(['411038', '411004', '411028'])
  await distance.selectOption('All India')
  await startWith(['411038', '411004', '411028', '400001'])
  await checkScreen(page, 'the nearest first')
})
