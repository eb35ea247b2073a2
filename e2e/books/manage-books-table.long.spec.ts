import { rowOf, visit } from '#e2e/support/browser-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { recordCalls } from '#e2e/support/network.ts'

test('the table, and its search', async ({ openPage, createAccount, createBook }) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const page = await openPage(seller)
  const title = unique('Digital Electronics')
  await createBook(seller, { title, author: 'M. Mano', price: 1250, rentPrice: 9.5 })
  const other = unique('Analog Circuits')
  await createBook(seller, { title: other })
  const calls = recordCalls(page)
  await visit(page, '/seller/manage-books')
  const columns = [
    'Title',
    'Author',
    'Book Type',
    'Branch',
    'Original Price',
    'Predicted Price',
    'Rent Price',
    'Condition',
    'Rentable',
    'Action',
  ]
  await expect(page.getByRole('columnheader')).toHaveText(columns)
  await expect(rowOf(page, title).getByRole('cell')).toHaveText(
    [
      ...[`${title}Open to swap`, 'M. Mano', 'New', 'Computer Science'],
      ...['₹1,250', 'N/A', '₹9.50/day', 'Good', 'Yes', ''],
    ],
    { useInnerText: false },
  )
  await expect(rowOf(page, other).getByRole('cell').nth(8)).toHaveText('No')
  await page.waitForLoadState('networkidle')
  expect(calls.length, calls.join(', ')).toBeLessThanOrEqual(3)
  await page.getByLabel('Search by title or author...').fill('analog')
  await expect(page).toHaveURL('/seller/manage-books?search=analog')
  await expect(page.getByRole('row')).toHaveCount(2)
})
