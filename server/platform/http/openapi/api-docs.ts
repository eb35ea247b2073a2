import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { docsPolicy } from '#server/platform/http/responses/security-headers.ts'
import type { RateLimits } from '#server/platform/limits/rate-limits.ts'
import { type NamedSchemas, openApi } from './openapi.ts'

/** Turns on Swagger UI's dark theme if the system prefers it, as the other pages do. */
const script = `const prefersDark = matchMedia('(prefers-color-scheme: dark)')
const applyScheme = () =>
  document.documentElement.classList.toggle('dark-mode', prefersDark.matches)
prefersDark.addEventListener('change', applyScheme)
applyScheme()
`

const styles = `html:not(.dark-mode) .swagger-ui {
  .version-stamp, .version-stamp pre { background: #3f6212 }
  .info a { color: #1d4ed8 }
  .btn.authorize { color: #166534; border-color: #166534; svg { fill: #166534 } }
  .opblock-get .opblock-summary-method { background: #1d4ed8 }
  .opblock-post .opblock-summary-method { background: #166534 }
  .opblock-put .opblock-summary-method { background: #9a3412 }
  .opblock-delete .opblock-summary-method { background: #b91c1c }
}
.swagger-ui :is(.servers, .servers-title, .info hgroup .link) { display: none }
`

const cacheControl = 'public, max-age=3600'

export async function serveApiDocs(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  named: NamedSchemas,
  limits: Pick<RateLimits, 'count'>,
): Promise<void> {
  const document = openApi(endpoints, named)
  app.get('/api/openapi.json', (_request, reply) =>
    reply.header('cache-control', cacheControl).send(document),
  )
  const specification = { document: document as unknown as StaticDocumentSpec['document'] }
  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, group: '/api/docs' }
    })
    // These files have the same rate limit as searches, because they are large and compressed for
    // each request.
    docs.addHook('onRequest', async (request) => limits.count('searches', request))
    docs.addHook('onSend', async (_request, reply) => {
      if (reply.statusCode < 300) reply.header('cache-control', cacheControl)
    })
    await docs.register(swagger, { mode: 'static', specification })
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: docsPolicy,
      theme: {
        title: 'Dobara API',
        css: [{ filename: 'dobara.css', content: styles }],
        js: [{ filename: 'dobara.js', content: script }],
      },
      uiConfig: { layout: 'BaseLayout', docExpansion: 'none', filter: true },
    })
  })
}
