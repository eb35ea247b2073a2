import { useEffect, useRef } from 'react'
import { switchRole } from '#contract/accounts/auth.ts'
import { openSellerAccount } from '#contract/accounts/other-account.ts'
import { AppError } from '#contract/common/errors.ts'
import { useWrite } from '#web/api/hooks.ts'
import { endSession } from '#web/session/ended-sessions.ts'
import { type Session, useSession } from '#web/session/session.ts'

/**
 * A session of the person's seller account, to list a book with while they stay where they are. Who
 * has none gets one as a student, as with 'Sell Books'. It ends with the screen that asked for it.
 */
export function useSellerSession() {
  const session = useSession()
  const change = useWrite(switchRole)
  const open = useWrite(openSellerAccount)
  const opened = useRef<Session>(undefined)
  useEffect(
    () => () => {
      if (opened.current) endSession(opened.current.token)
    },
    [],
  )
  const startSession = async () => {
    try {
      return await change.run({})
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'no_account_there') throw error
    }
    await open.run({ name: session?.name ?? '', sellerType: 'student' })
    return change.run({})
  }
  /** Undefined for a seller, who needs no other session. Throws what the server answers. */
  const start = async (): Promise<void> => {
    if (session?.role === 'seller' || opened.current) return
    const started = await startSession()
    if (started) opened.current = { ...started, role: 'seller' }
  }
  return {
    isBuyer: session?.role === 'buyer',
    pending: change.pending || open.pending,
    start,
    sessionOf: () => opened.current,
  }
}
