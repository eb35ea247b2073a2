// @vitest-environment happy-dom
import { useMutation } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { renderPage } from '#web/testing-components.tsx'
import { staleText } from '#web/ui/overlays/stale-actions.tsx'
import { DialogButton } from './action-buttons.tsx'
import { FormDialog } from './form-dialog.tsx'

/**
 * Renders a form for a book. The test can sell the book, and keep the form's own request or another
 * one pending.
 */
async function show() {
  const own = Promise.withResolvers<void>()
  const controls = { sell: () => {}, writeSomethingElse: () => {}, answer: own.resolve }
  function Page() {
    const [isSold, setSold] = useState(false)
    const form = useForm()
    const submission = useMutation({ mutationFn: () => own.promise })
    const other = useMutation({ mutationFn: () => new Promise<void>(() => {}) })
    controls.sell = () => setSold(true)
    controls.writeSomethingElse = () => other.mutate()
    return (
      <DialogButton label="Sell" can={!isSold}>
        {(close) => (
          <FormDialog
            form={form}
            submission={{
              submit: () => submission.mutate(),
              failure: undefined,
              pending: submission.isPending,
            }}
            title="Sell"
            submitLabel="Sell it"
            onClose={close}
          >
            {other.isPending ? 'Something else is being sent' : 'A form'}
          </FormDialog>
        )}
      </DialogButton>
    )
  }
  const user = renderPage(<Page />)
  await user.click(screen.getByRole('button', { name: 'Sell' }))
  return { user, controls }
}
const submitButton = () => screen.queryByRole('button', { name: 'Sell it' })

test('a dialog says what changed only after its form’s own request has its response', async () => {
  const { user, controls } = await show()
  await user.click(screen.getByRole('button', { name: 'Sell it' }))
  act(controls.sell)
  expect(screen.queryByText(staleText)).toBeNull()
  expect(submitButton()).not.toBeNull()
  controls.answer()
  expect(await screen.findByText(staleText)).toBeTruthy()
  expect(submitButton()).toBeNull()
})

test('another request of the page doesn’t hide the change', async () => {
  const { controls } = await show()
  act(controls.sell)
  controls.writeSomethingElse()
  await screen.findByText('Something else is being sent')
  expect(screen.getByText(staleText)).toBeTruthy()
  expect(submitButton()).toBeNull()
})
