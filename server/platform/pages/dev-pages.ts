// The pages while someone works on them: Vite in this process, on the same port, with hot reload.
import type { FastifyInstance } from 'fastify'
import { createServer } from 'vite'
import type { AppContext } from '#server/platform/app-context.ts'
import { type RenderPage, sendHtml } from './pages.ts'

export async function serveDevPages(app: FastifyInstance, parts: AppContext): Promise<void> {
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { server: app.server, path: '/vite-hmr' } },
    appType: 'custom',
  })
  app.addHook('onClose', () => vite.close())
  app.get('/*', async (request, reply) => {
    const handled = await new Promise<boolean>((resolve) => {
      reply.raw.once('close', () => resolve(true))
      vite.middlewares(request.raw, reply.raw, () => resolve(false))
    })
    if (handled) return reply.hijack()
    return sendHtml(
      app,
      parts,
      request,
      reply,
      async (asked, context) => {
        const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as {
          entry: { module: { renderPage: RenderPage } }
        }
        return build.entry.module.renderPage(build, asked, context)
      },
      true,
    )
  })
}
