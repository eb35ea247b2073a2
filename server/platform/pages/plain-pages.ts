import type { FastifyReply } from 'fastify'
import { errorCatalog } from '#contract/common/error-catalog.ts'
import { unavailableRetrySeconds } from '#server/platform/http/responses/error-response.ts'
import { pagePolicy, plainPolicy } from '#server/platform/http/responses/security-headers.ts'

/** Reloads the page when the server is ready, so that nobody has to press Retry. */
const comeBack = `setInterval(()=>fetch('/readyz',{cache:'no-store'}).then(({ok})=>ok&&location.reload(),()=>{}),${unavailableRetrySeconds * 1000})`

export type HtmlPage = {
  status: number
  body: string
  location: string | null
  type: string
  isWhole: boolean
}

const styles = `:root{color-scheme:light dark;--page:#fbf7ef;--surface:#fff;--foreground:#1f2421;--muted:#5b6058;--border:#e6dfd2;--primary:#1e5945;--on-primary:#fff}
@media(prefers-color-scheme:dark){:root{--page:#1b1916;--surface:#25221e;--foreground:#f2ede3;--muted:#b5aea1;--border:#3a362f;--primary:#7fc6a6;--on-primary:#10241b}}
body{margin:0;min-height:100dvh;background:var(--page);color:var(--foreground);font:1rem/1.5 "Inter Variable",system-ui,sans-serif}
header{border-bottom:1px solid var(--border);padding:.5rem 1rem}
.logo{display:inline-flex;min-height:2.75rem;align-items:center;gap:.5rem;color:var(--primary);font:600 1.5rem "Fraunces Variable",Georgia,serif;text-decoration:none}
main{display:flex;min-height:70dvh;max-width:36rem;margin:0 auto;padding:0 1rem;flex-direction:column;align-items:center;justify-content:center;gap:1rem;text-align:center}
h1{margin:0;font:600 1.875rem/1.2 "Fraunces Variable",Georgia,serif}
p{margin:0;color:var(--muted)}
.ways{display:flex;flex-wrap:wrap;justify-content:center;gap:.5rem}
.ways a,button{font:inherit;cursor:pointer;display:inline-flex;min-height:2.75rem;box-sizing:border-box;align-items:center;padding:0 1rem;border:1px solid var(--border);border-radius:10px;background:var(--surface);color:var(--foreground);font-weight:500;text-decoration:none}
button,.ways a[href=""]{border-color:transparent;background:var(--primary);color:var(--on-primary)}
:focus-visible{outline:2px solid var(--primary);outline-offset:2px}`

/** The header of all other pages. It is inlined, because a separate file might not load either. */
const header = `<header><a class="logo" href="/" aria-label="Dobara, home"><svg viewBox="4 6 56 52" width="30" height="28" fill="currentColor" stroke="currentColor" stroke-linejoin="round" aria-hidden="true"><path stroke="none" d="M30.4 56.5C25.2 51.2 17.4 49 7.5 49.4a1.6 1.6 0 0 1-1.6-1.6V29.6A1.6 1.6 0 0 1 7.4 28c9.6-.5 17.6 1.7 23 6.6ZM33.6 56.5C38.8 51.2 46.6 49 56.5 49.4a1.6 1.6 0 0 0 1.6-1.6V29.6A1.6 1.6 0 0 0 56.6 28c-9.6-.5-17.6 1.7-23 6.6Z"/><path stroke-width="2" d="M52.9 22.9 41.3 20.6 50.4 11.4Z"/><path fill="none" stroke-width="5.2" stroke-linecap="round" d="M12.6 21.5C17.1 11 33 5.6 45.6 16.4"/></svg>Dobara</a></header>`

/**
 * `submit` labels a button that posts to the page's own URL. Texts aren't escaped, so they must not
 * come from a person.
 */
type PlainContent = {
  title: string
  text: string
  canRetry?: boolean
  submit?: string
  script?: string
}

export function noticePage(
  status: number,
  { title, text, canRetry = false, submit, script }: PlainContent,
): HtmlPage {
  const retry = canRetry ? '<a href="">Retry</a>' : ''
  const form = submit ? `<form method="post"><button>${submit}</button></form>` : ''
  return {
    status,
    body: `<!doctype html><html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title} · Dobara</title><style>${styles}</style></head><body>${header}<main><h1>${title}</h1><p>${text}</p><div class="ways">${form}${retry}<a href="/">Home</a></div></main>${script ? `<script>${script}</script>` : ''}</body></html>`,
    location: null,
    type: 'text/html',
    isWhole: false,
  }
}

export const errorPage = noticePage(500, {
  title: 'Something went wrong',
  text: 'The page could not be shown. Please try again in a moment.',
  canRetry: true,
})
export const unavailablePage = noticePage(503, {
  title: 'Back in a moment',
  text: errorCatalog.unavailable[1],
  canRetry: true,
  script: comeBack,
})
export const unreadablePage = noticePage(400, {
  title: 'This address can’t be read',
  text: 'Please check it, or begin at the front page.',
})
export const busyPage = noticePage(429, {
  title: 'Too many requests',
  text: 'Please wait a moment.',
  canRetry: true,
})

const policyOf = (body: string): string =>
  body.includes('<script>') ? pagePolicy(body, false) : plainPolicy

export const sendPlain = (reply: FastifyReply, { status, body }: HtmlPage) =>
  reply
    .status(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('content-security-policy', policyOf(body))
    .send(body)
