import { extname } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { POLICY, preview } from './headers.ts'

/** Serves the built desk. Every path without a file extension is a page and gets `index.html`. */
export function deskPages(folder: string): MiddlewareHandler {
  const pages = new Hono()
  pages.use(compress())
  pages.use(async (c, next) => {
    // The folder also contains a file with the hash of its sources.
    if (c.req.path.includes('/.')) return c.notFound()
    return next()
  })
  // The static files' `onFound` runs after the response was created, so headers set there would be lost.
  pages.use(async (c, next) => {
    await next()
    if (!c.res.ok) return
    const { path } = c.req
    c.header(
      'Cache-Control',
      path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    )
    if (path === preview.path) c.header(POLICY, preview.policy)
  })
  pages.get(
    '*',
    serveStatic({
      root: folder,
      rewriteRequestPath: path => (extname(path) === '' ? '/index.html' : path),
    }),
  )
  pages.notFound(c => c.text('Not found\n', 404, { 'Cache-Control': 'no-store' }))
  return async c => pages.fetch(c.req.raw, c.env)
}
