// Sessions that are over here and not yet on the server: it is told as soon as it can be reached, whatever page is open then.
import { logOut } from '#contract/auth.ts'

const storageKey = 'dobara.ending'

function tokens(): string[] {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '[]') as string[]
  } catch {
    return []
  }
}

function keep(left: string[]): void {
  try {
    if (left.length === 0) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify(left))
  } catch {
    // Storage is full or forbidden; the session dies by itself in time.
  }
}

async function tell(token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const { status } = await fetch(`/api${logOut.path}`, { method: logOut.method, headers, body: '{}', keepalive: true })
  // Any word of the server's but that it is in trouble means that the token is dead.
  if (status < 500 && status !== 429) keep(tokens().filter((kept) => kept !== token))
}

/** Tells the server of all that are over. */
export async function tellEnded(): Promise<void> {
  for (const token of tokens()) await tell(token).catch(() => {})
}

/** Ends a session for good, now or as soon as there is a connection. */
export function endSession(token: string): void {
  keep([...tokens(), token])
  void tell(token).catch(() => {})
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => void tellEnded())
  void tellEnded()
}
