// Collects the errors that a page logs, which fail its test.
import type { Page } from '@playwright/test'

/**
 * Logs violations of the Content-Security-Policy, because the browser doesn't log one if a script
 * catches the exception.
 */
export function reportPolicyViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error(`Content-Security-Policy: ${violatedDirective} ${blockedURI}`),
  )
}

export function collectErrors(page: Page, errors: string[]): void {
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    // The browser logs every failed request, but only the test knows whether a request may fail.
    const isFailedRequest = /^(Failed to load resource|WebSocket connection to)/.test(
      message.text(),
    )
    if (message.type() === 'error' && !isFailedRequest) errors.push(message.text())
  })
}
