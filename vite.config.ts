import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/**
 * The browser gets few files instead of one for each module that pages share: a request costs more
 * than the bytes it saves. A group takes what its modules import along, unless a group of higher
 * priority has it.
 */
const groups = [
  {
    name: 'react',
    test: /node_modules[\\/](?:react|react-dom|scheduler|react-router|@tanstack)[\\/]/,
    priority: 6,
  },
  { name: 'app', test: /[\\/]web[\\/](?:root|entry\.client)\.tsx/, priority: 5 },
  // Loaded after the page that draws them.
  { name: 'charts', test: /[\\/]web[\\/]ui[\\/]charts[\\/]|[\\/]recharts[\\/]/, priority: 4 },
  {
    name: 'public',
    test: /[\\/]web[\\/]pages[\\/]public[\\/](?:layout|home|books)\.tsx/,
    priority: 3,
  },
  {
    name: 'forms',
    test: /[\\/]web[\\/]forms[\\/]|[\\/]react-hook-form[\\/]|[\\/]@hookform[\\/]/,
    priority: 2,
  },
  { name: 'shared', minShareCount: 4, priority: 1 },
]

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [tailwindcss(), reactRouter()],
  publicDir: 'web/public',
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
