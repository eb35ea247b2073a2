// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { currentSession, saveSession } from '#web/session/session.ts'
import { loginOf } from '#web/testing.ts'
import { renderPage } from '#web/testing-components.tsx'
import { LeaveShop } from './helper-profile.tsx'

test('a helper leaves the shop after a question, and is logged out', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    sent.push(`${method} ${path}`)
    return Response.json({ message: 'You have left this shop.' })
  })
  saveSession({ ...loginOf('shop'), role: 'seller', helperId: 'ravi' })
  const user = renderPage(<LeaveShop />, MemoryRouter)
  await user.click(screen.getByRole('button', { name: 'Leave this shop' }))
  expect(sent).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Leave' }))
  await screen.findByText('You have left this shop.')
  expect(sent).toEqual(['DELETE /api/helper'])
  expect(currentSession()).toBeNull()
})
