import { createConnection } from 'node:net'

const TIMEOUT_MS = 5_000

/**
 * Returns why the PostgreSQL at TEST_DATABASE_URL is unreachable; null if it is reachable or the variable is not set.
 */
export async function databaseProblem(url = process.env.TEST_DATABASE_URL) {
  if (url === undefined || url === '') return null
  let address
  try {
    address = new URL(url)
  } catch {
    return 'TEST_DATABASE_URL is not a URL: it must look like postgres://user:password@host:5432/name.'
  }
  // A host that is a folder stands for a local socket, which only the driver can open.
  if (address.searchParams.get('host')?.startsWith('/') || address.hostname === '') return null
  const [host, port] = [address.hostname.replace(/^\[|\]$/g, ''), Number(address.port || 5432)]
  const code = await new Promise(resolve => {
    const socket = createConnection({ host, port, timeout: TIMEOUT_MS })
    const end = result => {
      socket.destroy()
      resolve(result)
    }
    socket.once('connect', () => end(null))
    socket.once('timeout', () => end('no answer'))
    socket.once('error', error => end(error.code ?? error.message))
  })
  return code === null
    ? null
    : `PostgreSQL at ${host}:${port} (TEST_DATABASE_URL) cannot be reached (${code}). Start it, or unset TEST_DATABASE_URL to leave out PostgreSQL.`
}
