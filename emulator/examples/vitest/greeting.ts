import type { Liff } from '@line/liff'

export async function greeting(liff: Liff): Promise<string> {
  await liff.init({ liffId: '2000000001-Campaign' })
  if (!liff.isLoggedIn()) {
    liff.login()
    return 'One moment …'
  }
  const { displayName } = await liff.getProfile()
  const { friendFlag } = await liff.getFriendship()
  return friendFlag ? `Welcome back, ${displayName}` : `Hello, ${displayName}. Add us as a friend?`
}
