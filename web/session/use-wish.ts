import { useEffect, useRef } from 'react'
import { currentSession } from './session.ts'
import { forgetWish, takeWish, type Wishes, type WishKind, waitingWish } from './wish.ts'

type Options<Kind extends WishKind> = {
  allowed: boolean
  isMeant: (params: Wishes[Kind]) => boolean
  carryOut: (params: Wishes[Kind]) => void
}

/** Carries out what somebody asked for here before they had logged in, once. */
export function useWish<Kind extends WishKind>(kind: Kind, options: Options<Kind>): void {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const { allowed } = options
  useEffect(() => {
    const params = allowed ? takeWish(kind, latest.current.isMeant) : undefined
    if (params) latest.current.carryOut(params)
  }, [allowed, kind])
}

/** Forgets the wish of somebody who closes the login without logging in. */
export function useForgetWishOnClose(isOpen: boolean): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen && currentSession()?.role !== waitingWish()?.side) forgetWish()
    wasOpen.current = isOpen
  }, [isOpen])
}
