import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { type Account, Chat } from '#emulator/panel/phone/chat.tsx'
import { act } from '#tests/kit/act.ts'
import { atTestEnd } from '#tests/kit/test-end.ts'

/** Renders the chat and returns the paths of the pictures that it loads. */
async function picturesOf(account: Account | null): Promise<string[]> {
  const container = document.createElement('div')
  const root = createRoot(container)
  atTestEnd(() => act(() => root.unmount()))
  await act(() => root.render(<Chat account={account} appName="Shop" messages={[]} onOpen={() => {}} />))
  return [...container.querySelectorAll('img')].map(({ src }) => new URL(src, 'http://localhost').pathname)
}

test('the chat loads the picture of its account, and none before the account is known', async () => {
  expect(await picturesOf({ id: '@shop', name: 'Shop', pictureUrl: null })).toEqual([
    '/__line/profile.line-scdn.net/oa/%40shop',
  ])
  expect(await picturesOf(null)).toEqual([])
})
