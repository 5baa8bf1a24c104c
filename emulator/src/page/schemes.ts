import type { SchemeCall, SchemeReply } from '../page-config.ts'
import { closePage } from './close.ts'
import { showLayer } from './layer.ts'
import type { PageContext } from './page-context.ts'

/** Follows a `liff://…` or `line://…` URL. The emulator decides what the URL does. */
export async function followScheme(url: string, context: PageContext): Promise<void> {
  const call: SchemeCall = { url }
  const reply = await context.callControl<SchemeReply>('scheme', call).catch(() => null)
  if (reply?.action === 'open') {
    const to = context.urls.mapped(reply.url)
    context.report({ type: 'navigate', url, to })
    location.assign(to)
    return
  }
  if (reply?.action === 'layer') {
    context.report({ type: 'navigate', url })
    showLayer({ id: reply.id, url: context.urls.mapped(reply.url) }, context)
    return
  }
  context.report({ type: 'navigate', url })
  if (reply?.action === 'close') closePage('scheme', context)
}
