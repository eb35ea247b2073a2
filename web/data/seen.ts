/** Forgets what was searched for, which the service worker keeps to be read without a connection. */
export async function forgetSeen(): Promise<void> {
  if (typeof caches === 'undefined') return
  try {
    // The worker forgets what is still on its way; the page doesn't wait for it, because its tab may be closed the next second.
    navigator.serviceWorker?.controller?.postMessage({ forget: true })
    await caches.delete('data')
  } catch {
    // Forbidden here: then nothing is kept either.
  }
}
