import type { TabMessage, Tabs } from '#src/ports.ts'
import { TABS_CHANNEL } from './worker-protocol.ts'

/**
 * Creates a channel between tabs: BroadcastChannel, or storage events on older phones without
 * BroadcastChannel.
 */
export function createTabs(name = TABS_CHANNEL): Tabs {
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

/**
 * Writes each message to local storage, which fires an event in the other tabs, and removes it again. The
 * removal fires an event with a null value, which is ignored.
 */
function storageTabs(key: string): Tabs {
  return {
    post(message) {
      try {
        localStorage.setItem(key, JSON.stringify(message))
        localStorage.removeItem(key)
      } catch {
        // Storage is full or refused. The other tabs will notice the change at their next read.
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
