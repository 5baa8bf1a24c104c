import { extname } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { POLICY, preview } from './headers.ts'

/**
 * Returns a handler that serves the built desk. Every path without a file extension is a page of the desk and gets
 * `index.html`.
 */
export function deskPages(folder: string): MiddlewareHandler {
  const pages = new Hono()
  pages.use(compress())
  pages.use(async (c, next) => {
    // The folder also has a file with the hash of what it was built from.
    if (c.req.path.includes('/.')) return c.notFound()
    return next()
  })
  // Not in `onFound` of the static files: it runs after the response has been made, and its headers are lost.
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
