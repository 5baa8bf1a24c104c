import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'
import { mediaTypeOf } from '../media-types.ts'

/** The file a path means: itself, or the index of a folder; null where there is neither. */
async function fileAt(folder: string, path: string): Promise<string | null> {
  const wanted = join(folder, normalize(`/${path}`))
  const found = await stat(wanted).catch(() => null)
  if (found?.isFile()) return wanted
  return found?.isDirectory() ? fileAt(folder, join(path, 'index.html')) : null
}

/** The path that an address asks for; null for one that is none. */
function pathOf(url: string): string | null {
  try {
    return decodeURIComponent(url.replace(/[?#].*$/, ''))
  } catch {
    return null
  }
}

/** The folder's files on a port of their own; a page that is no file is the app's `index.html`, for its router. */
export async function serveFolder(folder: string): Promise<{ url: URL; close: () => Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    const answer = async () => {
      const path = pathOf(incoming.url ?? '/')
      const asPage = incoming.headers.accept?.includes('text/html') === true
      const own = path === null || path.includes('\0') ? null : await fileAt(folder, path)
      const file = own ?? (asPage ? await fileAt(folder, 'index.html') : null)
      if (file === null) return outgoing.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n')
      return outgoing
        .writeHead(200, { 'content-type': mediaTypeOf(file), 'cache-control': 'no-cache' })
        .end(await readFile(file))
    }
    answer().catch(() => outgoing.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
