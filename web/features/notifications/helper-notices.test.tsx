// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { saveSession } from '#web/session/session.ts'
import { SignedIn } from '#web/signed-in.tsx'
import { loginOf } from '#web/testing.ts'
import { renderWithLinks } from '#web/testing-components.tsx'
import { NotificationBell } from './notification-bell.tsx'

const page = { role: 'seller' } as const

test.each([
  ['the owner', undefined, true],
  ['a helper', 'ravi', false],
] as const)(
  '%s of a shop (%s) reads and opens the notice settings: %s',
  async (_, helperId, may) => {
    const paths: string[] = []
    vi.stubGlobal('fetch', async (path: string) => {
      paths.push(path)
      return Response.json(path.includes('/news') ? { messages: 0, notices: 0, muted: [] } : [])
    })
    vi.stubGlobal('Notification', { permission: 'granted' })
    vi.stubGlobal('PushManager', {})
    vi.stubGlobal('navigator', { ...navigator, serviceWorker: {} })
    saveSession({ ...loginOf('shop'), role: 'seller', helperId })
    const { user } = renderWithLinks(
      <>
        <SignedIn {...page} />
        <NotificationBell side="seller" />
      </>,
    )
    await user.click(screen.getByRole('button', { name: /^Notifications/ }))
    await screen.findByText('No notifications yet.')
    expect(screen.queryAllByRole('link', { name: 'Choose notifications' })).toHaveLength(
      may ? 1 : 0,
    )
    expect(paths.some((path) => path.includes('/notices/settings'))).toBe(may)
  },
)
