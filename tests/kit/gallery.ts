import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { listen } from './listen.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const PAGE = 'tests/gallery/gallery.html'
const FIXTURES = '/tests/fixtures/'
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.jpg': 'image/jpeg',
}

export type Gallery = Awaited<ReturnType<typeof startGallery>>

/** Builds the gallery of all screens and states and serves it on a free port. */
export async function startGallery() {
  const folder = await mkdtemp(join(tmpdir(), 'gallery-'))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      target: 'esnext',
      rolldownOptions: { input: join(root, PAGE) },
    },
  })
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://gallery')
    const from = pathname.startsWith(FIXTURES) ? root : folder
    readFile(join(from, normalize(pathname))).then(
      bytes => response.setHeader('Content-Type', types[extname(pathname)] ?? 'text/plain').end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  const { port, close } = await listen(server)
  return {
    url: `http://127.0.0.1:${port}/${PAGE}`,
    async close() {
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Shows one case of the gallery. If the page already shows another case, it is not reloaded. */
export async function showCase(page: Page, { url }: Pick<Gallery, 'url'>, name: string): Promise<void> {
  await page.goto(`${url}#${name}`)
  await page.waitForSelector(`html[data-ready="${name}"]`)
}
