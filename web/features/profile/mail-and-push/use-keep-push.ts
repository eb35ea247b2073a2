import { useEffect, useEffectEvent } from 'react'
import { type PushSettings, readPushSettings, subscribeToPush } from '#contract/accounts/push.ts'
import { useRead, useWrite } from '#web/api/hooks.ts'
import { pushChoices } from '#web/session/push-choice.ts'
import { useSession } from '#web/session/session.ts'
import {
  canPush,
  currentEndpoint,
  makeSubscription,
  subscriptionInput,
} from './push-subscription.ts'

/**
 * Subscribes again if push messages are on for this device but can't arrive any more: the browser
 * has lost the subscription, the server has new keys, or a new session has begun.
 */
function useKeepPush(): void {
  const userId = useSession()?.userId
  const settings = useRead(readPushSettings, {}, { enabled: userId !== undefined && canPush() })
  const subscribe = useWrite(subscribeToPush)
  const keep = useEffectEvent(async ({ publicKey, isOn, showsNames }: PushSettings) => {
    if (userId === undefined || publicKey === undefined) return
    const choice = pushChoices.get(userId) ?? (isOn ? { showsNames } : undefined)
    if (!choice) return
    const endpoint = await currentEndpoint(publicKey)
    if (isOn && endpoint !== undefined && choice.endpoint === endpoint) return
    const made = await makeSubscription(publicKey)
    await subscribe.run({ ...subscriptionInput(made), showsNames: choice.showsNames })
    pushChoices.set(userId, { ...choice, endpoint: made.endpoint })
  })
  const { data } = settings
  useEffect(() => {
    // If it fails, the next page tries again.
    if (data) keep(data).catch(() => {})
  }, [data])
}

/** The root loads this only if push messages are allowed. */
export function KeepPush() {
  useKeepPush()
  return null
}
