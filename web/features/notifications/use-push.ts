// Turns push messages to this browser on and off.
import { useEffect, useEffectEvent, useState } from 'react'
import {
  type NotificationSettings,
  readNotificationSettings,
  subscribeToPush,
  unsubscribeFromPush,
} from '#contract/accounts/notifications.ts'
import { useRead, useWrite } from '#web/api/hooks.ts'
import { pushChoices } from '#web/session/push-choice.ts'
import { useSession } from '#web/session/session.ts'

type PushSettings = NonNullable<NotificationSettings['push']>

export const canPush = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const base64url = (key: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/**
 * Returns a function that creates a subscription and sends it to the server. An existing one is
 * replaced, because browsers can't renew a subscription with other keys.
 */
function useSubscribe() {
  const userId = useSession()?.userId ?? ''
  const { run, pending } = useWrite(subscribeToPush)
  const subscribe = async (publicKey: string, showsNames: boolean) => {
    const { pushManager } = await navigator.serviceWorker.ready
    await (await pushManager.getSubscription())?.unsubscribe()
    const made = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    })
    const { endpoint } = made
    const [p256dh, auth] = [base64url(made.getKey('p256dh')), base64url(made.getKey('auth'))]
    await run({ endpoint, p256dh, auth, showsNames })
    pushChoices.set(userId, { showsNames, endpoint })
  }
  return { subscribe, pending }
}

/** Thrown if the person refused push messages in the browser. A page can't ask again. */
export class PushRefused extends Error {}

/**
 * Turns push messages on and off. `turnOn` lets the browser ask the person for permission, and
 * throws PushRefused if they refuse.
 */
export function usePush({ publicKey }: PushSettings) {
  const userId = useSession()?.userId ?? ''
  const { subscribe, pending } = useSubscribe()
  const unsubscribe = useWrite(unsubscribeFromPush)
  const [isAsking, setAsking] = useState(false)
  return {
    pending: isAsking || pending || unsubscribe.pending,
    turnOn: async (showsNames: boolean) => {
      setAsking(true)
      try {
        if ((await Notification.requestPermission()) !== 'granted') throw new PushRefused()
        await subscribe(publicKey, showsNames)
      } finally {
        setAsking(false)
      }
    },
    turnOff: async () => {
      pushChoices.delete(userId)
      await unsubscribe.run({})
      const registration = await navigator.serviceWorker.getRegistration()
      await (await registration?.pushManager.getSubscription())?.unsubscribe()
    },
  }
}

/** Whether this browser has this subscription, with the server's current keys. */
async function isSubscribed(publicKey: string, endpoint: string | undefined): Promise<boolean> {
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.getSubscription()
  const key = base64url(subscription?.options.applicationServerKey ?? null)
  return key === publicKey.replaceAll('=', '') && subscription?.endpoint === endpoint
}

/**
 * Subscribes again if push messages are on for this device but can't arrive any more, because the
 * browser lost the subscription, the server has new keys, or a new session began. The root loads
 * this only if the browser allows push messages.
 */
export function KeepPush() {
  const userId = useSession()?.userId
  const settings = useRead(
    readNotificationSettings,
    {},
    { enabled: userId !== undefined && canPush() },
  )
  const { subscribe } = useSubscribe()
  const keep = useEffectEvent(async ({ publicKey, isOn, showsNames }: PushSettings) => {
    const choice = pushChoices.get(userId ?? '') ?? (isOn ? { showsNames } : undefined)
    if (!choice || (isOn && (await isSubscribed(publicKey, choice.endpoint)))) return
    await subscribe(publicKey, choice.showsNames)
  })
  const push = settings.data?.push
  useEffect(() => {
    // If this fails, the next page tries again.
    if (push) keep(push).catch(() => {})
  }, [push])
  return null
}
