import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // All routes are known from the start: they are few, and looking one up would cost a request
  // before each first visit.
  routeDiscovery: { mode: 'initial' },
  // A page's parts in files of their own would be more requests, and nothing of it loads earlier.
  splitRouteModules: false,
} satisfies Config
