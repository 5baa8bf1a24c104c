import type { TabMessage, Tabs } from '#src/ports.ts'

/** Other tabs of this origin by BroadcastChannel; where there is none, this tab is alone. */
export function createTabs(name = 'campaign'): Tabs {
  if (typeof BroadcastChannel === 'undefined') return { post: () => {}, listen: () => () => {} }
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
