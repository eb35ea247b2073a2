// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { loadSessionCode, RealtimeProvider } from '#web/realtime/realtime-provider.tsx'
import { clearSession, type Session, saveSession } from '#web/session/session.ts'
import { renderPage } from '#web/testing-components.tsx'
import { ChatThread } from './chat-thread.tsx'

const asha: Session = { token: 'of-asha', userId: 'asha', role: 'buyer', name: 'Asha' }

beforeAll(loadSessionCode)
afterEach(() => {
  clearSession()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function openChat() {
  saveSession({ ...asha, message: '' } as never)
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  return renderPage(
    <MemoryRouter>
      <RealtimeProvider>
        <ChatThread session={asha} side="buyer" chatId="01a1f7a4-786b-7710-bf14-e0fad320f349" />
      </RealtimeProvider>
    </MemoryRouter>,
  )
}

test('a chat that isn’t on this device says so offline', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => online.mockRestore())
  openChat()
  await screen.findByText('You are offline, and this isn’t kept on this device.')
  expect(screen.queryByText('Failed to fetch chat.')).toBeNull()
})

test('online, a chat that fails to load says that', async () => {
  openChat()
  await screen.findByText('Failed to fetch chat.')
})
