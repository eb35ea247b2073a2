// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '#web/testing-components.tsx'
import { useToast } from './toasts.tsx'

function Page({ undo }: { undo: () => void }) {
  const toast = useToast()
  const action = (
    <button type="button" onClick={undo}>
      Undo
    </button>
  )
  return (
    <button type="button" onClick={() => toast({ text: 'Removed Tamas.', action })}>
      Remove
    </button>
  )
}

test('a toast’s action dismisses it, even though the action keeps the focus', async () => {
  const undo = vi.fn<() => void>()
  const user = renderPage(<Page undo={undo} />)
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  expect(screen.queryByText('Removed Tamas.')).toBeNull()
})
