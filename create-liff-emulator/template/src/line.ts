import liff from '@line/liff'

/** The emulated LINE has an app with this id. With the real LINE, set VITE_LIFF_ID when you build. */
const liffId: string = import.meta.env.VITE_LIFF_ID ?? '2000000001-Campaign'

export type Customer = { readonly name: string; readonly friend: boolean }

export async function signIn(): Promise<Customer> {
  await liff.init({ liffId, withLoginOnExternalBrowser: true })
  const [{ displayName }, { friendFlag }] = await Promise.all([liff.getProfile(), liff.getFriendship()])
  return { name: displayName, friend: friendFlag }
}

/** Closes the app, so that the customer sees the chat. Throws if the server did not accept the order. */
export async function order(coffee: string): Promise<void> {
  const body = JSON.stringify({ idToken: liff.getIDToken(), coffee })
  const { ok, status } = await fetch('/order', { method: 'POST', body })
  if (!ok) throw new Error(`The server answered ${status}.`)
  liff.closeWindow()
}
