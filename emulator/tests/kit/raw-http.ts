import { connect } from 'node:net'

/** Sends bytes to a server, and returns the status line or an empty string. With `hangUp`, closes the client's side. */
export function sendRaw(port: number, text: string | Buffer, { hangUp = false } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => (hangUp ? socket.end(text) : socket.write(text)))
    let answer = ''
    socket.on('data', data => {
      answer += data
      socket.end()
    })
    socket.on('close', () => resolve(answer.split('\r\n', 1)[0] ?? ''))
    socket.on('error', reject)
  })
}
