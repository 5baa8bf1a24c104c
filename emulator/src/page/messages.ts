import type { LineUrls } from './line-url.ts'

/** Emulated LINE pages share the app's origin. Redispatches their messages with LINE's origin, as the SDK requires. */
export function installMessages({ lineOriginOf }: LineUrls): void {
  window.addEventListener(
    'message',
    event => {
      if (event.origin !== location.origin) return
      const origin = senderOrigin(event.source, lineOriginOf)
      if (origin === null) return
      event.stopImmediatePropagation()
      const { data, source, lastEventId } = event
      const ports = [...event.ports]
      window.dispatchEvent(
        new MessageEvent('message', { data: data as unknown, origin, source, lastEventId, ports }),
      )
    },
    true,
  )
}

function senderOrigin(
  source: MessageEventSource | null,
  lineOriginOf: LineUrls['lineOriginOf'],
): string | null {
  if (!source || !('location' in source) || source === window) return null
  try {
    return lineOriginOf(source.location.href)
  } catch {
    return null
  }
}
