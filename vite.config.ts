import tailwindcss from '@tailwindcss/vite'
import { defineConfig, loadEnv } from 'vite'
import * as z from 'zod'
import { NotificationSettings } from './src/platform/settings/notification-settings.ts'

const { PORT = '8787', SERVICE_URL = `http://127.0.0.1:${PORT}` } = loadEnv('', process.cwd(), '')

/** Where the service listens while the page is developed: everything that is not the page is its. */
const SERVICE_PATHS =
  '^/(api|v1|v3|stream|agent|mcp|health|ready|status|openapi.json|docs|llms|llms-full|assets/widget)(/|\\.|$)'

function dropLatin(face: { remove(): void }) {
  if (/inter-latin-wght/.test(String(face))) face.remove()
}

export default defineConfig({
  root: 'src/web',
  plugins: [tailwindcss()],
  // Of the form for the notification settings.
  define: {
    SETTINGS_SCHEMA: JSON.stringify(z.toJSONSchema(z.object(NotificationSettings.unwrap().shape))),
    IS_WIDGET: 'false',
  },
  // Our subset has its letters. Where that comes too late, this face would load and be swapped in.
  css: {
    postcss: { plugins: [{ postcssPlugin: 'one-latin-face', AtRule: { 'font-face': dropLatin } }] },
  },
  server: { proxy: { [SERVICE_PATHS]: SERVICE_URL } },
  build: {
    outDir: '../../dist/web',
    target: 'es2022',
    // Of 2024: `light-dark()` stays as it is, so that a part of a page can have a scheme of its own.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Its polyfill is for browsers older than the target.
    modulePreload: { polyfill: false },
    // A data: address for a font or an icon is larger than the file, and kept no longer.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/page/[name]-[hash].js',
        chunkFileNames: 'assets/page/[name]-[hash].js',
        assetFileNames: 'assets/page/[name]-[hash][extname]',
      },
    },
  },
})
