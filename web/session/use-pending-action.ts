import { useEffect, useRef } from 'react'
import {
  discardPendingAction,
  findPendingAction,
  type PendingActionKind,
  type PendingActions,
  takePendingAction,
} from './pending-action.ts'
import { currentSession } from './session.ts'

type Options<Kind extends PendingActionKind> = {
  allowed: boolean
  matches: (params: PendingActions[Kind]) => boolean
  carryOut: (params: PendingActions[Kind]) => void
}

/**
 * Carries out the action that the person started on this page before logging in. Does this once.
 */
export function usePendingAction<Kind extends PendingActionKind>(
  kind: Kind,
  options: Options<Kind>,
): void {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const { allowed } = options
  useEffect(() => {
    const params = allowed ? takePendingAction(kind, latest.current.matches) : undefined
    if (params) latest.current.carryOut(params)
  }, [allowed, kind])
}

/** Discards the pending action if the login is closed without a login. */
export function useDiscardPendingActionOnClose(isOpen: boolean): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen && currentSession()?.role !== findPendingAction()?.side)
      discardPendingAction()
    wasOpen.current = isOpen
  }, [isOpen])
}
