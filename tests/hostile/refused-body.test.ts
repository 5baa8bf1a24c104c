import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { MAX_IMAGE_BYTES } from '#contract/limits.ts'
import { eachFile } from '#tests/kit/each-test.ts'
import { productionFolder } from '#tests/kit/production-process.ts'

const folder = eachFile(productionFolder)

/** nginx asks the server to close each connection, and sends the whole body before it reads the response. */
test('a refused photo does not reset the connection of a proxy that still sends it', async () => {
  const { port } = await folder.start()
  const socket = connect(port, '127.0.0.1')
  const problems: Error[] = []
  socket.on('error', error => problems.push(error))
  let answer = ''
  socket.on('data', data => (answer += data))
  socket.write(
    `PUT /api/receipt/image/${'a'.repeat(64)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${MAX_IMAGE_BYTES}\r\n\r\n`,
  )
  const half = Buffer.alloc(MAX_IMAGE_BYTES / 2)
  socket.write(half)
  // A server that does not wait for the rest would have closed the connection by now.
  await Promise.race([once(socket, 'end'), setTimeout(100)])
  socket.write(half)
  await once(socket, 'close')
  expect([answer.split('\r\n', 1)[0], problems]).toEqual(['HTTP/1.1 401 Unauthorized', []])
})
