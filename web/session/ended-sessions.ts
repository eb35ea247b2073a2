// Stores the tokens of ended sessions until the server has been notified, so that a logout while
// offline also ends the session on the server.
import { logOut } from '#contract/accounts/auth.ts'
import { createStoredRecords } from './stored-records.ts'

const endedTokens = createStoredRecords<string>('dobara.ending.')

async function reportEnded(token: string): Promise<void> {
  const { status } = await fetch(`/api${logOut.path}`, {
    method: logOut.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
    keepalive: true,
  })
  // Any other status means that the token is no longer valid.
  if (status < 500 && status !== 429) endedTokens.delete(token)
}

export async function reportEndedSessions(): Promise<void> {
  for (const token of endedTokens.all()) await reportEnded(token).catch(() => {})
}

export function endSession(token: string): void {
  endedTokens.set(token, token)
  void reportEnded(token).catch(() => {})
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => void reportEndedSessions())
  void reportEndedSessions()
}
