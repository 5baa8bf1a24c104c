import { htmlResponse } from './layout.ts'

/** Relays messages to the other window's frame. The 0.5 ms make a reply's timestamp unique. */
const SCRIPT = `
const channel = new BroadcastChannel('liff-message-bus:' + identifier)
let stored = {}
const post = messageBusEvent => parent.postMessage({ messageBusEvent }, '*')
const reply = ({ action, timestamp }, context) =>
  post({
    action: 'broadcast', identifier, timestamp: Date.now() + 0.5, context,
    replyTarget: { action, identifier, timestamp },
  })
const command = event => {
  const { eventName, key = '' } = JSON.parse(event.context)
  if (eventName === 'setData') {
    stored[key] = event.context
    channel.postMessage({ stored })
  }
  if (eventName !== 'getData') return reply(event, event.context)
  const found = stored[key]
  reply(event, JSON.stringify(found ? { ...JSON.parse(found), eventName } : { eventName: 'notFound', key }))
}
addEventListener('message', ({ data }) => {
  const event = data && data.messageBusEvent
  if (!event || event.identifier !== identifier) return
  if (event.action === 'command') command(event)
  else channel.postMessage({ event })
})
channel.onmessage = ({ data }) => {
  if (data.event) post(data.event)
  if (data.stored) stored = { ...data.stored, ...stored }
  if (data.hello) channel.postMessage({ stored })
}
channel.postMessage({ hello: true })
setTimeout(() => parent.postMessage({ ['iframe-' + identifier + '-ready']: true }, '*'), 50)
`

/**
 * Renders the hidden frame of the SDK's message bus, which connects an app with its sub-window outside LINE. The frame
 * stores their data and relays their messages, encrypted with a key that only the two windows have. `identifier` must
 * contain only letters and digits.
 */
export function messageHandlerPage(identifier: string): Response {
  const html = `<!doctype html><meta charset="utf-8"><title>message handler</title>
<script>{const identifier = ${JSON.stringify(identifier)}${SCRIPT}}</script>`
  return htmlResponse(html, {
    'content-security-policy': "default-src 'none'; script-src 'unsafe-inline'",
  })
}
