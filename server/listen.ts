import type { Server } from 'node:http'

/** Starts listening on a port. Rejects with the system's error if the port is unavailable. */
export function listen(
  server: Server,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
}
