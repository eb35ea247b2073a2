import type { FastifyInstance } from 'fastify'
import { createServer } from 'vite'
import type { AppContext } from '#server/platform/app-context.ts'
import { mountPages, renderBy, sendHtml } from './pages.ts'

export async function serveDevPages(app: FastifyInstance, context: AppContext): Promise<void> {
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { server: app.server, path: '/vite-hmr' } },
    appType: 'custom',
  })
  app.addHook('onClose', () => vite.close())
  const render = renderBy(() => vite.ssrLoadModule('virtual:react-router/server-build'))
  await mountPages(app, context, async (request, reply) => {
    const isHandled = await new Promise<boolean>((resolve) => {
      reply.raw.once('close', () => resolve(true))
      vite.middlewares(request.raw, reply.raw, () => resolve(false))
    })
    if (isHandled) return reply.hijack()
    return sendHtml(app, context, request, reply, render, true)
  })
}
