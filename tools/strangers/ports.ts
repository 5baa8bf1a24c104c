import { connect, createServer } from 'node:net'

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

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
