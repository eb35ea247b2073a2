import { visit, waitForServiceWorker } from '#e2e/support/browser-page.ts'
import { expect, type Page, test } from '#e2e/support/fixtures.ts'
import { stubResponse } from '#e2e/support/network.ts'

const settings = { path: /^\/api\/notices\/settings$/, method: 'GET' } as const
const isOn = { kinds: [], push: { publicKey: 'QUJD', isOn: true, showsNames: true } }

test('each push message is shown', async ({ openPage, baseURL, buyer }) => {
  const page = await openPage(buyer, {
    serviceWorkers: 'allow',
    permissions: ['notifications'],
  })
  await visit(page, '/buyer/orders')
  await waitForServiceWorker(page, '/buyer/orders')
  const devTools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration) resolve(registration.registrationId)
    })
  })
  await devTools.send('ServiceWorker.enable')
  const registrationId = await registered
  const [worker] = page.context().serviceWorkers()
  // The test browser can't show notifications, so this records their titles.
  await worker?.evaluate(() => {
    const shown: string[] = []
    const scope = self as unknown as { shown: string[]; registration: object }
    scope.shown = shown
    Object.defineProperty(scope.registration, 'showNotification', {
      value: async (title: string) => void shown.push(title),
    })
  })
  for (const number of [1, 2, 3]) {
    const data = { title: `Message ${number}`, body: '', path: `/buyer/chats?chat=${number}` }
    await devTools.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(baseURL ?? '').origin,
      registrationId,
      data: JSON.stringify(data),
    })
  }
  const shown = () => worker?.evaluate(() => (self as unknown as { shown: string[] }).shown)
  await expect.poll(shown).toEqual(['Message 1', 'Message 2', 'Message 3'])
})

/** Fakes a push service in the page, because the test browser has none. */
async function fakePushService(page: Page, key: string | undefined): Promise<string[]> {
  await page.addInitScript((oldKey) => {
    const bytes = (text: string) => new TextEncoder().encode(text).buffer
    const subscriptionOf = (name: string, made: ArrayBuffer) => ({
      endpoint: `https://push.example/${name}`,
      options: { applicationServerKey: made },
      getKey: () => bytes('key'),
      unsubscribe: async () => true,
    })
    const made = subscriptionOf('new', bytes(atob('QUJD')))
    const old = oldKey === undefined ? null : subscriptionOf('old', bytes(atob(oldKey)))
    let current = sessionStorage.getItem('isRenewed') ? made : old
    const pushManager = {
      getSubscription: async () => current,
      subscribe: async () => {
        sessionStorage.setItem('isRenewed', 'yes')
        current = made
        return current
      },
    }
    Object.defineProperty(navigator.serviceWorker, 'ready', {
      value: Promise.resolve({ pushManager }),
    })
    Object.defineProperty(Notification, 'permission', { value: 'granted' })
  }, key)
  const sent: string[] = []
  await page.route('**/api/notices/push', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    sent.push((route.request().postDataJSON() as { endpoint: string }).endpoint)
    await route.fulfill({ json: isOn })
  })
  return sent
}

test('a subscription is renewed once', async ({ openPage, sharedAccounts }) => {
  for (const key of [undefined, 'QUFB']) {
    const page = await openPage(sharedAccounts.buyer)
    const sent = await fakePushService(page, key)
    await stubResponse(page, settings, { json: isOn })
    await visit(page, '/buyer/orders')
    await expect.poll(() => sent).toEqual(['https://push.example/new'])
    await page.waitForFunction(() => Object.values(localStorage).join().includes('example/new'))
    await page.reload()
    await expect(page.getByText('No orders found.')).toBeVisible()
    expect(sent).toHaveLength(1)
  }
})
