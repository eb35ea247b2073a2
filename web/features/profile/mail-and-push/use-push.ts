import { useState } from 'react'
import { readPushSettings, subscribeToPush, unsubscribeFromPush } from '#contract/accounts/push.ts'
import { useRead, useWrite } from '#web/api/hooks.ts'
import { pushChoices } from '#web/session/push-choice.ts'
import { currentSession } from '#web/session/session.ts'
import { canPush, makeSubscription, subscriptionInput } from './push-subscription.ts'

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
        const { endpoint } = subscription
        pushChoices.set(currentSession()?.userId ?? '', { showsNames, endpoint })
      } finally {
        setAsking(false)
      }
    },
    turnOff: async () => {
      pushChoices.delete(currentSession()?.userId ?? '')
      await unsubscribe.run({})
      const registration = await navigator.serviceWorker.getRegistration()
      await (await registration?.pushManager.getSubscription())?.unsubscribe()
    },
  }
}
