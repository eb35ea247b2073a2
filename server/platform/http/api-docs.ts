import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { openApi } from './openapi.ts'

const contentSecurityPolicy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
}

/** Serves `/api/openapi.json`, and `/api/docs` as a page made from it. */
export async function serveApiDocs(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
): Promise<void> {
  const document = openApi(endpoints)
  app.get('/api/openapi.json', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').send(document),
  )
  const specification = { document: document as unknown as StaticDocumentSpec['document'] }
  await app.register(swagger, { mode: 'static', specification })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: contentSecurityPolicy,
    theme: { title: 'Dobara API' },
    uiConfig: { layout: 'BaseLayout', docExpansion: 'none', filter: true },
  })
}
