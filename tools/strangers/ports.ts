import { connect, createServer } from 'node:net'

/** True if something listens on the port of this machine. */
export function answers(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ port, host: 'localhost' })
    const finish = (is: boolean) => {
      socket.destroy()
      resolve(is)
    }
    socket.once('connect', () => finish(true))
    socket.once('error', () => finish(false))
  })
}

/** Returns a port of this machine on which nothing listens. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
