export const canPush = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const base64url = (key: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

export const subscriptionInput = (subscription: PushSubscription) => ({
  endpoint: subscription.endpoint,
  p256dh: base64url(subscription.getKey('p256dh')),
  auth: base64url(subscription.getKey('auth')),
})

/** Always makes a new one: browsers refuse to renew a subscription with other keys. */
export async function makeSubscription(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  await (await pushManager.getSubscription())?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/** The endpoint of this browser's subscription, if it was made with the server's current keys. */
export async function currentEndpoint(publicKey: string): Promise<string | undefined> {
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.getSubscription()
  const key = base64url(subscription?.options.applicationServerKey ?? null)
  return key === publicKey.replaceAll('=', '') ? subscription?.endpoint : undefined
}
