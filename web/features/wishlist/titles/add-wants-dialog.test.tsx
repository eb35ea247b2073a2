// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { logInAgain, logInForEachTest, renderWithLinks } from '#web/testing-components.tsx'
import { AddWantsDialog } from './add-wants-dialog.tsx'

logInForEachTest('buyer')
beforeEach(() => void vi.stubGlobal('fetch', async () => Response.json([])))

const open = () => renderWithLinks(<AddWantsDialog place={undefined} onClose={() => {}} />).user

test('a half-typed want survives the end of the session until the next login', async () => {
  const user = open()
  await user.type(screen.getByLabelText('Author'), 'Ajoy Ghatak')
  await user.type(screen.getByLabelText(/^Extra you’d pay/), '50')
  logInAgain('buyer')
  open()
  expect(screen.getByLabelText('Author')).toHaveProperty('value', 'Ajoy Ghatak')
  expect(screen.getByLabelText(/^Extra you’d pay/)).toHaveProperty('value', '50')
})
