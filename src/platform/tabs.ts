import type { TabMessage, Tabs } from '#src/ports.ts'

/** Other tabs of this origin by BroadcastChannel; older phones, which have none, by what a tab writes into storage. */
export function createTabs(name = 'campaign'): Tabs {
  if (typeof BroadcastChannel === 'undefined') return storageTabs(`${name}:tabs`)
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

/** Each other tab gets an event of what one of them writes, and of its removal, which carries nothing. */
function storageTabs(key: string): Tabs {
  return {
    post(message) {
      try {
        localStorage.setItem(key, JSON.stringify(message))
        localStorage.removeItem(key)
      } catch {
        // Full or refused: the other tabs see it when they look next.
      }
    },
    listen(run) {
      const hear = ({ key: written, newValue }: StorageEvent) => {
        if (written === key && newValue !== null) run(JSON.parse(newValue) as TabMessage)
      }
      addEventListener('storage', hear)
      return () => removeEventListener('storage', hear)
    },
  }
}
