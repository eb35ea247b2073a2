// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderPage } from '#web/testing-components.tsx'
import { type Close, CloseOnBackContext } from '#web/ui/hooks/use-close-on-back.ts'
import { Field, Input } from '#web/ui/inputs/field.tsx'
import { ConfirmDialog, Dialog, UnsavedChangesGuard } from './dialog.tsx'
import { StaleActionBoundary, staleText } from './stale-actions.tsx'
import { useToast } from './toasts.tsx'

const openDialogs: Close[] = []
/** Simulates the browser's Back, which in the app goes through the router. */
const closeLast = ({ key }: KeyboardEvent) => {
  if (key === 'BrowserBack') openDialogs.at(-1)?.()
}
beforeEach(() => document.addEventListener('keydown', closeLast))
afterEach(() => document.removeEventListener('keydown', closeLast))
const register = (close: Close) => {
  openDialogs.push(close)
  return () => void openDialogs.splice(openDialogs.indexOf(close), 1)
}

function Page({ hasUnsavedChanges = false }: { hasUnsavedChanges?: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const toast = useToast()
  return (
    <CloseOnBackContext value={register}>
      <button type="button" onClick={() => setIsOpen(true)}>
        Edit
      </button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Edit profile"
        hasUnsavedChanges={hasUnsavedChanges}
      >
        <Field label="Name" error="Name is required.">
          <Input />
        </Field>
        <button type="button" onClick={() => toast({ text: 'Saved', kind: 'success' })}>
          Save
        </button>
      </Dialog>
    </CloseOnBackContext>
  )
}

const dialog = () => screen.queryByRole('dialog', { name: 'Edit profile' })
const question = () => screen.queryByRole('alertdialog', { name: 'Discard what you entered?' })

async function openDialog(hasUnsavedChanges?: boolean) {
  const user = renderPage(<Page {...(hasUnsavedChanges && { hasUnsavedChanges })} />)
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
  return user
}

test('a dialog starts at its first field, whose error is linked to it', async () => {
  await openDialog()
  const field = screen.getByLabelText('Name')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  const error = document.getElementById(field.getAttribute('aria-describedby') ?? '')
  expect(error?.textContent).toBe('Name is required.')
})

test.each(['Escape', 'Close', 'Back'])(
  '%s closes the dialog and returns the focus',
  async (how) => {
    const user = await openDialog()
    if (how === 'Escape') await user.keyboard('{Escape}')
    else if (how === 'Close') await user.click(screen.getByRole('button', { name: 'Close' }))
    else await user.keyboard('{BrowserBack}')
    await waitFor(() => expect(dialog()).toBeNull())
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' })),
    )
    expect(openDialogs).toEqual([])
  },
)

test.each(['Escape', 'Close', 'Back'])(
  'with unsaved changes %s asks first, and continuing loses nothing',
  async (how) => {
    const user = await openDialog(true)
    await user.type(screen.getByLabelText('Name'), 'Asha')
    if (how === 'Escape') await user.keyboard('{Escape}')
    else if (how === 'Close') await user.click(screen.getByRole('button', { name: 'Close' }))
    else await user.keyboard('{BrowserBack}')
    await waitFor(() => expect(question()).not.toBeNull())
    await user.click(screen.getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(question()).toBeNull())
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Asha')
    await user.keyboard('{BrowserBack}')
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(dialog()).toBeNull())
  },
)

test('a click outside closes the dialog, a click on a toast doesn’t', async () => {
  const user = await openDialog()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click(await screen.findByText('Saved'))
  expect(dialog()).not.toBeNull()
  await user.click(document.body)
  await waitFor(() => expect(dialog()).toBeNull())
})

function Question({ pending = false }: { pending?: boolean }) {
  const [answer, setAnswer] = useState('none')
  return (
    <>
      <p>Answer: {answer}</p>
      <ConfirmDialog
        open={answer === 'none'}
        title="Delete this book?"
        confirmLabel="Delete"
        pending={pending}
        onConfirm={() => setAnswer('delete')}
        onCancel={() => setAnswer('cancel')}
      >
        It can’t be undone.
      </ConfirmDialog>
    </>
  )
}

test('a question focuses the answer that changes nothing', async () => {
  const user = renderPage(<Question />)
  const cancel = await screen.findByRole('button', { name: 'Cancel' })
  await waitFor(() => expect(document.activeElement).toBe(cancel))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Answer: delete')).toBeTruthy()
})

test('while its action is pending, a question can’t be closed or confirmed again', async () => {
  const user = renderPage(<Question pending />)
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(screen.getByText('Answer: none')).toBeTruthy()
})

test('Back asks before it discards changes in a part of the page', async () => {
  let discarded = 0
  const user = renderPage(
    <CloseOnBackContext value={register}>
      <UnsavedChangesGuard
        hasChanges
        onDiscard={() => {
          discarded++
        }}
      />
    </CloseOnBackContext>,
  )
  await user.keyboard('{BrowserBack}')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(discarded).toBe(0)
  await user.keyboard('{BrowserBack}')
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(discarded).toBe(1)
})

test('a dialog whose action is no longer possible closes without a question', async () => {
  let sell = () => {}
  function Sellable() {
    const [isSold, setSold] = useState(false)
    sell = () => setSold(true)
    return (
      <StaleActionBoundary can={!isSold}>
        <Page hasUnsavedChanges />
      </StaleActionBoundary>
    )
  }
  const user = renderPage(<Sellable />)
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  act(sell)
  expect(screen.getByText(staleText)).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(dialog()).toBeNull()
})

test('a change is shown after the person’s own request has its answer', async () => {
  let answer = () => {}
  function Selling() {
    const [state, setState] = useState<'open' | 'pending' | 'sold'>('open')
    answer = () => setState('sold')
    return (
      <StaleActionBoundary can={state === 'open'}>
        <ConfirmDialog
          open
          title="Sell it?"
          confirmLabel="Sell it"
          pending={state === 'pending'}
          onConfirm={() => setState('pending')}
          onCancel={() => {}}
        />
      </StaleActionBoundary>
    )
  }
  const user = renderPage(<Selling />)
  await user.click(screen.getByRole('button', { name: 'Sell it' }))
  expect(screen.queryByText(staleText)).toBeNull()
  act(answer)
  expect(screen.getByText(staleText)).toBeTruthy()
})
