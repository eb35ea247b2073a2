import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  publicDir: 'web/public',
  // All that the web imports is found at start: what is found later reloads the page that someone is looking at.
  optimizeDeps: { entries: ['web/**/*.{ts,tsx}'] },
  build: { target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false },
  // The server build carries React with it, as production code whatever NODE_ENV the server is started under.
  ...(command === 'build' && {
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
}))
