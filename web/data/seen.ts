// What this browser keeps of what was looked at, beside what belongs to everyone.

/** Forgets what was searched for: answers that the service worker keeps, and pages with a question in their address. */
export async function forgetSeen(): Promise<void> {
  if (typeof caches === 'undefined') return
  try {
    // What is still on its way there is forgotten by the worker itself.
    navigator.serviceWorker?.controller?.postMessage({ forget: true })
    for (const name of await caches.keys()) {
      if (name === 'data') await caches.delete(name)
      if (!name.startsWith('pages ')) continue
      const pages = await caches.open(name)
      for (const request of await pages.keys()) if (new URL(request.url).search) await pages.delete(request)
    }
  } catch {
    // Forbidden here: then nothing is kept either.
  }
}
