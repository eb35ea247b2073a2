// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, saveSession } from '#web/session/session.ts'
import { renderPage } from '#web/testing-components.tsx'
import { AddWantsDialog } from './add-wants-dialog.tsx'

const logIn = () =>
  saveSession({ token: 'of-meera', userId: 'meera', role: 'buyer', name: 'Meera', message: '' })

beforeEach(() => {
  localStorage.clear()
  logIn()
  vi.stubGlobal('fetch', async () => Response.json([]))
})
afterEach(() => {
  clearSession()
  vi.unstubAllGlobals()
})

const open = () =>
  renderPage(
    <MemoryRouter>
      <AddWantsDialog place={undefined} onClose={() => {}} />
    </MemoryRouter>,
  )

test('a half-typed want survives the end of the session until the next login', async () => {
  const user = open()
  await user.type(screen.getByLabelText('Author'), 'Ajoy Ghatak')
  await user.type(screen.getByLabelText(/^Extra you’d pay/), '50')
  clearSession()
  cleanup()
  logIn()
  open()
  expect(screen.getByLabelText('Author')).toHaveProperty('value', 'Ajoy Ghatak')
  expect(screen.getByLabelText(/^Extra you’d pay/)).toHaveProperty('value', '50')
})
