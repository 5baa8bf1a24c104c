import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '#tests/kit/folder.ts'
import { startCommand, withEmulator } from './kit.ts'

/** Every scenario has the developer's credentials, including a scenario from a file. */

const CHANNEL = '1656000001'
const USER = 'Uaaaabbbbccccddddeeeeffff00001111'

/** A scenario file whose name is not the name of a named scenario. */
const FILE = {
  name: 'my shop',
  users: [
    { userId: 'U4af4980629a1b2c3d4e5f60718293a4b', displayName: 'Somying' },
    { userId: USER, displayName: 'Mali' },
  ],
  user: USER,
  apps: [{ liffId: '1656999999-ShopShop', name: 'Shop' }],
}

async function folderWith(token: string): Promise<{ folder: string; file: string }> {
  const folder = await testFolder()
  await writeFile(join(folder, '.env'), `AUTH_LINE_ID=${CHANNEL}\nCHANNEL_ACCESS_TOKEN=${token}\n`)
  const file = join(folder, 'shop.json')
  await writeFile(file, JSON.stringify(FILE))
  return { folder, file }
}

/** Returns the statuses of a login with the developer's channel and of a call with a channel access token. */
async function statusesAt(url: string, token: string): Promise<number[]> {
  const query = new URLSearchParams({
    ...{
      client_id: CHANNEL,
      response_type: 'code',
      redirect_uri: `${url}/callback`,
      state: 's',
      scope: 'profile',
    },
  })
  const login = await fetch(`${url}/__line/access.line.me/oauth2/v2.1/authorize?${query}`, {
    redirect: 'manual',
  })
  const info = await fetch(`${url}/__line/api.line.me/v2/bot/info`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return [login.status, info.status]
}

const call = async (url: string, path: string, body?: object) => {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  return (await fetch(`${url}/__emulator/api/${path}`, init)).json()
}

const state = (url: string) => call(url, 'state') as Promise<typeof FILE & { network: { kind: string } }>

test('a named scenario that is loaded after a scenario file has its credentials, its apps and its users', async () => {
  const { folder, file } = await folderWith('mine')
  const { errors } = await withEmulator(
    folder,
    async url => {
      expect(await statusesAt(url, 'mine')).toEqual([302, 200])
      await call(url, 'scenario', { name: 'not-friend' })
      expect(await statusesAt(url, 'mine')).toEqual([302, 200])
      const { name, user, apps } = await state(url)
      expect({ name, user, app: apps[0]?.liffId }).toEqual({
        name: 'not-friend',
        user: USER,
        app: '1656999999-ShopShop',
      })
    },
    ...['--scenario', file],
  )
  expect(errors).toBe('')
})

test('--scenario takes a file and the named scenarios that change it', async () => {
  const { folder, file } = await folderWith('mine')
  const { errors } = await withEmulator(
    folder,
    async url => {
      expect(await statusesAt(url, 'mine')).toEqual([302, 200])
      const { name, apps, network } = await state(url)
      expect([name, apps[0]?.liffId, network.kind]).toEqual(['my shop+slow', '1656999999-ShopShop', 'slow'])
    },
    ...['--scenario', `${file}+slow`],
  )
  expect(errors).toBe('')
})

test('a wrong name after a scenario file is refused like another one', async () => {
  const { folder, file } = await folderWith('mine')
  const command = startCommand(folder, '--port', '0', '--scenario', `${file}+slwo`)
  expect((await command.ended).errors).toContain('Unknown scenario "slwo". Did you mean slow?')
})

test('a stored state of a scenario file does not keep the credentials of an earlier start', async () => {
  const { folder, file } = await folderWith('first')
  const words = ['--scenario', file, '--storage', join(folder, 'line.json')]
  await withEmulator(
    folder,
    async url => expect(await statusesAt(url, 'first')).toEqual([302, 200]),
    ...words,
  )
  await writeFile(join(folder, '.env'), `AUTH_LINE_ID=${CHANNEL}\nCHANNEL_ACCESS_TOKEN=second\n`)
  await withEmulator(
    folder,
    async url => expect(await statusesAt(url, 'second')).toEqual([302, 200]),
    ...words,
  )
})
