import path from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/**
 * The browser gets few files instead of one for each module that pages share: a request costs more
 * than the bytes it saves. A group takes what its modules import along, unless a group before it
 * has it: what guests see comes first, so that they load nothing else.
 */
const packages = (...names: string[]) => new RegExp(`/node_modules/(?:${names.join('|')})/`)
const files = (...names: string[]) => new RegExp(`/(?:${names.join('|')})\\.(?:tsx?|mjs)`)

const groups = [
  { name: 'react', test: packages('react', 'react-dom', 'scheduler', 'react-router', '@tanstack') },
  { name: 'app', test: files('web/(?:root|entry\\.client)', 'web/pages/public/layout') },
  {
    name: 'books',
    test: files(
      'contract/books/(?:books|titles)',
      'web/features/books/(?:shelf|rating|labels|titles/copies-link)',
      'web/features/places/where-are-you',
      'web/pages/page-meta',
      'web/ui/(?:badge|hooks/use-(?:debounced|media-query)|loading/(?:empty-state|query-view))',
      'web/api/preload',
      'icons/(?:search|hand-coins|message-circle|navigation|users)',
    ),
  },
  { name: 'book', test: files('web/pages/buyer/(?:layout|book)') },
  { name: 'explore', test: files('web/pages/public/books') },
  { name: 'home', test: files('web/pages/public/home') },
  { name: 'texts', test: files('web/pages/public/(?:about|help|safety|terms|privacy|not-found)') },
  // The chunks below are loaded after a page, or only for people who are logged in.
  { name: 'charts', test: /\/web\/ui\/charts\/|\/node_modules\/recharts\// },
  { name: 'live', test: /\/socket\.io-client\/|\/web\/realtime\/realtime-session\.ts/ },
  {
    name: 'forms',
    test: /\/web\/forms\/|\/node_modules\/(?:react-hook-form|@hookform|zod)\//,
  },
  { name: 'dialog', test: files('web/ui/overlays/dialog') },
  { name: 'signed-in', test: files('web/(?:signed-in|(?:layout|features/notifications|ui)/.*)') },
  { name: 'shared', minShareCount: 4 },
].map((group, index, { length }) => ({ ...group, priority: length - index }))

/** Removes the summaries of endpoints, which only the API's documentation shows. */
const withoutSummaries = {
  name: 'without-summaries',
  transform: {
    order: 'pre' as const,
    filter: { id: /\/contract\/.*\.ts$/ },
    handler: (code: string) => code.replace(/^ +summary:\s*(['"`])(?:(?!\1)[^\\]|\\.)*\1,\n/gm, ''),
  },
}

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [withoutSummaries, tailwindcss(), reactRouter()],
  publicDir: 'web/public',
  // See web/api/deferred-zod.ts. 'zod/v4' is the real one.
  resolve: { alias: [{ find: /^zod$/, replacement: path.resolve('web/api/deferred-zod.ts') }] },
  // All that the web imports is found at start: what is found later reloads the page that someone
  // is looking at.
  optimizeDeps: { entries: ['web/**/*.{ts,tsx}'] },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // Of the thousands of icons, only those that are drawn are read: a third of the build's time.
      experimental: { lazyBarrel: true },
      ...(!isSsrBuild && { output: { codeSplitting: { groups } } }),
    },
  },
  // The server build carries React with it, as production code whatever NODE_ENV the server is
  // started under.
  ...(command === 'build' && {
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
}))
