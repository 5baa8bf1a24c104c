import type { TabMessage, Tabs } from '#src/ports.ts'
import { TABS_CHANNEL } from './worker-protocol.ts'

export function createTabs(name = TABS_CHANNEL): Tabs {
  const channel = new BroadcastChannel(name)
  return {
    post: message => channel.postMessage(message),
    listen(run) {
      const hear = (event: MessageEvent<TabMessage>) => run(event.data)
      channel.addEventListener('message', hear)
      return () => channel.removeEventListener('message', hear)
    },
  }
}
