import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { type ApiDocument, openApi } from './openapi.ts'

type Json = Record<string, unknown>
type Operation = {
  summary: string
  description?: string
  tags: string[]
  parameters?: { name: string; in: string; required: boolean; schema: Json }[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Json }> }>
}

const style = `:root{color-scheme:light dark;--page:#fbf7ef;--surface:#fff;--foreground:#1f2421;--muted:#5b6058;--border:#e6dfd2;--primary:#1e5945}
@media(prefers-color-scheme:dark){:root{--page:#1b1916;--surface:#25221e;--foreground:#f2ede3;--muted:#b5aea1;--border:#3a362f;--primary:#7fc6a6}}
body{margin:0 auto;max-width:60rem;padding:1.5rem 1rem 4rem;background:var(--page);color:var(--foreground);font:1rem/1.5 system-ui,sans-serif}
a{color:var(--primary)}h2{margin-top:2.5rem;text-transform:capitalize}
details{margin:.5rem 0;border:1px solid var(--border);border-radius:10px;background:var(--surface)}
summary{padding:.75rem 1rem;cursor:pointer;overflow-wrap:anywhere}details>div{padding:0 1rem 1rem}
code,pre{font:.875rem/1.5 ui-monospace,monospace}pre{overflow-x:auto;padding:.75rem;border:1px solid var(--border);border-radius:10px}
b.method{display:inline-block;min-width:4rem;color:var(--primary)}.quiet{color:var(--muted)}
table{width:100%;border-collapse:collapse}td,th{padding:.25rem .5rem .25rem 0;border-bottom:1px solid var(--border);text-align:left;vertical-align:top;overflow-wrap:anywhere}`

const docsPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'`

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
const schemaBlock = (schema: Json) =>
  `<pre tabindex="0"><code>${escapeHtml(JSON.stringify(schema, undefined, 2))}</code></pre>`

function operationHtml(
  method: string,
  path: string,
  { summary, description, parameters, requestBody, responses }: Operation,
): string {
  const rows = (parameters ?? []).map(
    ({ name, in: location, required, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${location}${required ? ', required' : ''}</td><td><code>${escapeHtml(JSON.stringify(schema))}</code></td></tr>`,
  )
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const [status, success] = Object.entries(responses)[0] ?? []
  const response = Object.values(success?.content ?? {})[0]
  return `<details id="${method}${path.replace(/[{}]/g, '').replaceAll('/', '-')}"><summary><b class="method">${method.toUpperCase()}</b> <code>/api${escapeHtml(path)}</code> <span class="quiet">${escapeHtml(summary)}</span></summary><div>
${description ? `<p>${escapeHtml(description)}</p>` : ''}
${rows.length > 0 ? `<h3>Asked in the address</h3><table><tr><th>Name</th><th>Where</th><th>Schema</th></tr>${rows.join('')}</table>` : ''}
${body ? `<h3>Body, ${escapeHtml(type ?? '')}</h3>${schemaBlock(body.schema)}` : ''}
<h3>Answer, ${escapeHtml(status ?? '')}</h3>${response ? schemaBlock(response.schema) : ''}
</div></details>`
}

function docsPage(document: ApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, description]) => ({
      method,
      path,
      description: description as unknown as Operation,
    })),
  )
  const groups = [...Map.groupBy(operations, ({ description }) => description.tags[0] ?? '')].sort(
    ([a], [b]) => a.localeCompare(b),
  )
  const sections = groups.map(
    ([tag, group]) =>
      `<section><h2>${escapeHtml(tag)}</h2>${group.map(({ method, path, description }) => operationHtml(method, path, description)).join('')}</section>`,
  )
  const { title, description } = document.info as { title: string; description: string }
  return `<!doctype html><html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><meta name="robots" content="noindex"><style>${style}</style></head><body><main>
<h1>${title}</h1><p>${escapeHtml(description)}</p><p><a href="/api/openapi.json">openapi.json</a> is the same for machines. Every refusal is <code>{ message, code, fields? }</code>.</p>
${sections.join('\n')}</main></body></html>`
}

/** Serves `/api/openapi.json` and `/api/docs`, which are made on the first request. */
export function serveApiDocs(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  let document: ApiDocument | undefined
  const getDocument = () => {
    document ??= openApi(endpoints)
    return document
  }
  app.get('/api/openapi.json', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').send(getDocument()),
  )
  app.get('/api/docs', (_request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', docsPolicy)
      .header('cache-control', 'public, max-age=3600')
      .send(docsPage(getDocument())),
  )
}
