import { createServer } from 'node:http'
import { createLiffEmulator } from 'liff-emulator'
import { answerNode, throughNetwork } from 'liff-emulator/node'
import { signedIn } from './sign-in.js'

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>LIFF app of a Node server</title></head>
<body><h1>Hello</h1></body></html>`

/** The app's server also serves the emulated LINE and verifies ID tokens with it. */
export async function createApp() {
  const emulator = await createLiffEmulator({ liffId: '1234567890-AbCdEfGh', scenario: 'friend' })
  return createServer(async (incoming, outgoing) => {
    if (await answerNode(emulator, incoming, outgoing)) return
    if (!(await throughNetwork(emulator, incoming, outgoing))) return
    if (incoming.url === '/me') {
      const [, idToken = ''] = incoming.headers.authorization?.split(' ') ?? []
      const customer = await signedIn(idToken, emulator.lineFetch)
      outgoing.writeHead(customer ? 200 : 401, { 'content-type': 'application/json' })
      outgoing.end(JSON.stringify(customer))
      return
    }
    outgoing.setHeader('content-type', 'text/html; charset=utf-8')
    outgoing.end(emulator.injectShim(PAGE))
  }).on('close', () => emulator.close())
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const app = await createApp()
  app.listen(3000, '127.0.0.1', () => console.log('http://localhost:3000/__emulator/'))
}
