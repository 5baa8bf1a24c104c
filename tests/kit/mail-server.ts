import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

type Received = {
  readonly to: string
  readonly headers: string
  readonly messageId: string
  /** The decoded body. */
  readonly text: string
}

/** Starts an SMTP server on a free local port, without TLS or authentication. It stores every message it receives. */
export async function startMailServer() {
  const received: Received[] = []
  const state = { refused: null as string | null, attempts: 0 }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, done) {
      state.attempts += 1
      if (address !== state.refused) return done()
      done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
    },
    onData(stream, { envelope }, done) {
      void text(stream).then(source => {
        const [headers = '', ...body] = source.split('\r\n\r\n')
        const unfolded = headers.replace(/\r\n[ \t]+/g, ' ')
        const messageId = /^Message-ID: (.+)$/im.exec(unfolded)?.[1]?.trim() ?? ''
        const encoded = body.join('\r\n\r\n')
        for (const { address } of envelope.rcptTo)
          received.push({ to: address, headers: unfolded, messageId, text: decode(unfolded, encoded) })
        done()
      }, done)
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    get attempts() {
      return state.attempts
    },
    /** Refuses mail to this address; null accepts all mail. */
    refuse(address: string | null) {
      state.refused = address
    },
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

function decode(headers: string, body: string): string {
  if (/^Content-Transfer-Encoding: base64/im.test(headers)) return Buffer.from(body, 'base64').toString()
  if (!/^Content-Transfer-Encoding: quoted-printable/im.test(headers)) return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
