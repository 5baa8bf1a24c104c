import { vi } from 'vitest'
import type { ChatEntry, ChatView, Scenario } from '#emulator/panel/api/types.ts'
import { Chat } from '#emulator/panel/chat/chat.tsx'
import { act, mount } from '#tests/kit/act.ts'

export const USER = 'U4af4980629a1b2c3d4e5f60718293a4b'
const NOW = Date.parse('2026-02-03T04:05:06Z')

export type Message = Readonly<Record<string, unknown>>

let ids = 0

/** Returns a chat entry. The account sent it unless `more` says otherwise. */
export function entryOf(message: Message, more: Partial<ChatEntry> = {}): ChatEntry {
  ids += 1
  return { id: `m${ids}`, at: NOW, from: 'account', via: 'push', message, ...more }
}

export const viewOf = (entries: readonly ChatEntry[], more: Partial<ChatView> = {}): ChatView => ({
  ...{ userId: USER, now: NOW, entries, richMenu: null, loadingUntil: null, readUntil: null },
  ...{ group: null, groups: [], accountId: 'U0', friendship: 'friend', memberships: [] },
  ...more,
})

const users = [{ userId: USER, displayName: 'Mali' }] as unknown as Scenario['users']

/**
 * Renders the chat. `commands` has what the panel posted to the emulated LINE's control API, `opened` the apps that it
 * opened on the phone, and `tabs` the URLs of new tabs.
 */
export async function renderChat(view: ChatView | undefined, desktop = false) {
  const commands: unknown[] = []
  const opened: string[] = []
  const tabs: string[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    commands.push(JSON.parse(String(init.body)))
    return new Response('{}')
  })
  vi.stubGlobal('open', (url: string) => void tabs.push(url))
  const { container, root } = mount()
  const show = (next: ChatView | undefined) =>
    act(() =>
      root.render(
        <Chat
          userId={USER}
          account={{ id: '@shop', name: 'Shop', pictureUrl: null }}
          appName="Shop"
          chat={next}
          chatId={next?.group?.id}
          onChat={() => {}}
          users={users}
          desktop={desktop}
          onOpen={(path = '', liffId = '') => void opened.push(liffId + path)}
        />,
      ),
    )
  await show(view)
  const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent ?? ''
  const button = (name: string) => {
    const found = [...container.querySelectorAll<HTMLElement>('button, a')].find(
      each => nameOf(each) === name,
    )
    if (found === undefined) throw new Error(`no button ${name} in ${container.innerHTML}`)
    return found
  }
  return {
    ...{ container, commands, opened, tabs, show, button },
    tap: (name: string) => act(() => button(name).click()),
    /** Names of the buttons in the messages, except the buttons that open a message's menu. */
    buttons: () => [...container.querySelectorAll('[role="log"] button:not([aria-controls])')].map(nameOf),
    textOf: (selector: string) => [...container.querySelectorAll(selector)].map(each => each.textContent),
  }
}
