// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { logInForEachTest, renderPage } from '#web/testing-components.tsx'
import { useSelection } from '#web/ui/selection/use-selection.ts'
import { BulkDialog } from './bulk-dialog.tsx'

logInForEachTest('seller')

function StockDialog() {
  const selection = useSelection({}, { rows: [], total: 1, isPlaceholderData: false }, 1)
  return <BulkDialog kind="stock" selection={selection} onClose={() => {}} />
}

test('what the browser or the server says about the stock is shown at its field', async () => {
  const refused = 'Add at most 50000 copies at once.'
  const body = { code: 'invalid_input', message: refused, fields: { 'change.to': refused } }
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 400 }))
  const user = renderPage(<StockDialog />)
  const stock = screen.getByLabelText('Copies for sale')
  const submit = () => user.click(screen.getByRole('button', { name: 'Set stock' }))
  const error = () =>
    document.getElementById(`${stock.getAttribute('aria-describedby')}`.split(' ')[0] ?? '')
  await user.type(stock, 'two')
  await submit()
  await vi.waitFor(() => expect(error()?.textContent).toMatch(/^Stock must be/))
  await user.clear(stock)
  await user.type(stock, '900')
  await submit()
  await vi.waitFor(() => expect(error()?.textContent).toBe(refused))
})
