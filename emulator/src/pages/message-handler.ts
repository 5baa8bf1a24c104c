/**
 * Runs in the hidden frame. Commands are answered here; broadcasts go to the other window's frame by a channel.
 * The half millisecond in a reply keeps it apart from any event that the page itself sends now.
 */
const SCRIPT = `
const channel = new BroadcastChannel('liff-message-bus:' + identifier)
let kept = {}
const give = messageBusEvent => parent.postMessage({ messageBusEvent }, '*')
const reply = ({ action, timestamp }, context) =>
  give({
    action: 'broadcast', identifier, timestamp: Date.now() + 0.5, context,
    replyTarget: { action, identifier, timestamp },
  })
const command = event => {
  const { eventName, key = '' } = JSON.parse(event.context)
  if (eventName === 'setData') {
    kept[key] = event.context
    channel.postMessage({ kept })
  }
  if (eventName !== 'getData') return reply(event, event.context)
  const found = kept[key]
  reply(event, JSON.stringify(found ? { ...JSON.parse(found), eventName } : { eventName: 'notFound', key }))
}
addEventListener('message', ({ data }) => {
  const event = data && data.messageBusEvent
  if (!event || event.identifier !== identifier) return
  if (event.action === 'command') command(event)
  else channel.postMessage({ event })
})
channel.onmessage = ({ data }) => {
  if (data.event) give(data.event)
  if (data.kept) kept = { ...data.kept, ...kept }
  if (data.hello) channel.postMessage({ kept })
}
channel.postMessage({ hello: true })
setTimeout(() => parent.postMessage({ ['iframe-' + identifier + '-ready']: true }, '*'), 50)
`

/**
 * The page behind the SDK's message bus (external sub-windows): it relays encrypted messages between the frames of
 * both windows and keeps what they store. It can read nothing: the windows alone hold the key. `identifier` is
 * letters and digits only.
 */
export function messageHandlerPage(identifier: string): Response {
  const html = `<!doctype html><meta charset="utf-8"><title>message handler</title>
<script>{const identifier = ${JSON.stringify(identifier)}${SCRIPT}}</script>`
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; script-src 'unsafe-inline'",
    },
  })
}
