// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderPage } from '#web/testing-components.tsx'
import { useToast } from './toasts.tsx'

function Page({ text }: { text: string }) {
  const toast = useToast()
  return (
    <button type="button" onClick={() => toast({ text })}>
      Show
    </button>
  )
}

test('pressing a cut-off toast shows its full text; pressing it again cuts it off', async () => {
  // There is no layout in this test, so three lines in a box of two are simulated.
  const height = vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(60)
  onTestFinished(() => height.mockRestore())
  const user = renderPage(<Page text="An admin hid your book. Reason: a photocopy" />)
  await user.click(screen.getByRole('button', { name: 'Show' }))
  const toast = screen.getByRole('button', { name: /^An admin hid/, expanded: false })
  const text = screen.getByText(/^An admin hid/)
  expect(text.className).toContain('line-clamp-3')
  await user.click(toast)
  expect(screen.getByRole('button', { expanded: true })).toBe(toast)
  expect(text.className).not.toContain('line-clamp-3')
  await user.click(toast)
  expect(text.className).toContain('line-clamp-3')
})

test('a toast that fits isn’t a button', async () => {
  const user = renderPage(<Page text="Saved" />)
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(screen.queryByRole('button', { name: 'Saved' })).toBeNull()
})
