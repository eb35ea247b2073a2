import { useState } from 'react'
import { readPushSettings, subscribeToPush, unsubscribeFromPush } from '#contract/accounts/push.ts'
import { useRead, useWrite } from '#web/api/hooks.ts'

const canPush = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const base64url = (key: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const subscriptionInput = (subscription: PushSubscription) => ({
  endpoint: subscription.endpoint,
  p256dh: base64url(subscription.getKey('p256dh')),
  auth: base64url(subscription.getKey('auth')),
})

/** A new one each time: the browser refuses to renew one that was made with other keys. */
async function makeSubscription(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  await (await pushManager.getSubscription())?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/** The browser was asked and refused; a page can't ask again. */
export class PushRefused extends Error {}

/** Push messages to this browser; the browser asks its user only when `turnOn` is called. */
export function usePush({ enabled }: { enabled: boolean }) {
  const settings = useRead(readPushSettings, {}, { enabled })
  const subscribe = useWrite(subscribeToPush)
  const unsubscribe = useWrite(unsubscribeFromPush)
  const [isAsking, setAsking] = useState(false)
  const publicKey = settings.data?.publicKey
  return {
    isOffered: publicKey !== undefined && canPush(),
    isOn: settings.data?.isOn ?? false,
    showsNames: settings.data?.showsNames ?? true,
    pending: isAsking || subscribe.pending || unsubscribe.pending,
    /** Throws PushRefused, or what the server answers. */
    turnOn: async (showsNames: boolean) => {
      if (publicKey === undefined) return
      setAsking(true)
      try {
        if ((await Notification.requestPermission()) !== 'granted') throw new PushRefused()
        const subscription = await makeSubscription(publicKey)
        await subscribe.run({ ...subscriptionInput(subscription), showsNames })
      } finally {
        setAsking(false)
      }
    },
    turnOff: async () => {
      await unsubscribe.run({})
      const registration = await navigator.serviceWorker.getRegistration()
      await (await registration?.pushManager.getSubscription())?.unsubscribe()
    },
  }
}
