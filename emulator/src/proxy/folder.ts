import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join, normalize } from 'node:path'
import { closeServer, listen, type ReservedPorts } from '../listen.ts'
import { mediaTypeOf } from '../media-types.ts'
import { EMULATOR_PREFIX } from '../page-config.ts'

async function fileAt(folder: string, path: string): Promise<string | null> {
  const target = join(folder, normalize(`/${path}`))
  const found = await stat(target).catch(() => null)
  if (found?.isFile()) return target
  return found?.isDirectory() ? fileAt(folder, join(path, 'index.html')) : null
}

function pathOf(url: string): string | null {
  try {
    return decodeURIComponent(url.replace(/[?#].*$/, ''))
  } catch {
    return null
  }
}

/**
 * Serves a folder on a free port. Page requests for unknown paths return `index.html`, for client-side routing. The
 * emulator's own paths, which its proxy never forwards here, return the emulator's URL, `owner`.
 */
export async function serveFolder(
  folder: string,
  owner: () => string,
  reserved?: ReservedPorts,
): Promise<{ url: URL; close: () => Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    const answer = async () => {
      if (incoming.url?.startsWith(EMULATOR_PREFIX))
        return outgoing.end(`This is the folder's server of the LIFF emulator at ${owner()}. `)
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
  const port = await listen(server, 0, reserved)
  return { url: new URL(`http://127.0.0.1:${port}`), close: () => closeServer(server) }
}
