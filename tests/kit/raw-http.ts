import { connect } from 'node:net'

/**
 * What a server on this machine answers to bytes as they are: its status line, without the line's end; nothing where
 * it closed the connection. With `hangUp` this end says that no more will come.
 */
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
