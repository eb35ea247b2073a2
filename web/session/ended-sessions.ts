// Sessions that are over here and not yet on the server: it is told as soon as it can be reached, whatever page is open then.
import { logOut } from '#contract/auth.ts'
import { storedRecords } from './stored-records.ts'

const ended = storedRecords<string>('dobara.ending.')

/** Moves the list in which an earlier version kept them to keys of their own. */
function splitOldList(): void {
  try {
    for (const token of JSON.parse(localStorage.getItem('dobara.ending') ?? '[]') as string[])
      ended.keep(token, token)
    localStorage.removeItem('dobara.ending')
  } catch {
    // Forbidden or unreadable: those sessions die by themselves in time.
  }
}

async function tell(token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const { status } = await fetch(`/api${logOut.path}`, {
    method: logOut.method,
    headers,
    body: '{}',
    keepalive: true,
  })
  // Any word of the server's but that it is in trouble means that the token is dead.
  if (status < 500 && status !== 429) ended.forget(token)
}

/** Tells the server of all that are over. */
export async function reportEndedSessions(): Promise<void> {
  for (const token of ended.all()) await tell(token).catch(() => {})
}

/** Ends a session for good, now or as soon as there is a connection. */
export function endSession(token: string): void {
  ended.keep(token, token)
  void tell(token).catch(() => {})
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => void reportEndedSessions())
  splitOldList()
  void reportEndedSessions()
}
