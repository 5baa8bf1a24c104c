import liff from '@line/liff'

export type Customer = { readonly name: string; readonly friend: boolean }

let started: Promise<Customer> | undefined

async function start(): Promise<Customer> {
  await liff.init({ liffId: '1234567890-AbCdEfGh', withLoginOnExternalBrowser: true })
  const [{ displayName }, { friendFlag }] = await Promise.all([liff.getProfile(), liff.getFriendship()])
  return { name: displayName, friend: friendFlag }
}

/** React may render twice, so repeated calls share one sign-in. */
export function signIn(): Promise<Customer> {
  started ??= start()
  return started
}
