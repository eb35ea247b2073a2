// Collects the errors that pages log, which fail the test.
import type { Page } from '@playwright/test'

/** The browser doesn't log violations that a script has caught. */
export function reportPolicyViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error(`Content-Security-Policy: ${violatedDirective} ${blockedURI}`),
  )
}

export function collectErrors(page: Page, errors: string[]): void {
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    // The browser logs every failed request, but only the test knows which may fail.
    const isFailedRequest = /^(Failed to load resource|WebSocket connection to)/.test(
      message.text(),
    )
    if (message.type() === 'error' && !isFailedRequest) errors.push(message.text())
  })
}
